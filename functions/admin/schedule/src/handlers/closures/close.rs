//! Closes a branch for a day.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::salon::Salon;
use parlour::schedule::{ClosureAnswer, ClosureRequest};
use parlour::web::{Answer, Valid, ok};

pub async fn close(
    State(salon): State<Salon>,
    caller: Caller,
    Valid(body): Valid<ClosureRequest>,
) -> Answer<ClosureAnswer> {
    ok(ClosureAnswer { closure: salon.schedule().close(&caller, &body).await? })
}
