//! Moves the appointments of a repeat from a day on.

use axum::extract::State;
use parlour_booking::repeats::{MoveRepeatRequest, RepeatAnswer, Repeats};
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::id::RepeatId;

pub async fn patch(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<RepeatId>,
    Valid(body): Valid<MoveRepeatRequest>,
) -> Answer<RepeatAnswer> {
    ok(Repeats::of(&salon).move_following(&caller.act, &id, &body).await?)
}
