//! Closes a branch for a day.

use axum::extract::State;
use parlour_booking::schedule::{ClosureAnswer, ClosureRequest, Schedule};
use parlour_http::{Answer, Given, Valid, ok};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;

pub async fn close(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Valid(body): Valid<ClosureRequest>,
) -> Answer<ClosureAnswer> {
    ok(ClosureAnswer { closure: Schedule::of(&salon).close(&caller, &body).await? })
}
