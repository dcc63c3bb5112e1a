//! Books appointments that repeat.

use axum::extract::State;
use parlour_booking::repeats::{MakeRepeatRequest, RepeatAnswer, Repeats};
use parlour_http::{Answer, Given, Valid, ok};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;

pub async fn make(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Valid(body): Valid<MakeRepeatRequest>,
) -> Answer<RepeatAnswer> {
    ok(Repeats::of(&salon).make(&caller.act, &body).await?)
}
