//! Cancels the appointments of a repeat from a day on.

use axum::extract::State;
use parlour_booking::repeats::{CancelRepeatRequest, RepeatAnswer, Repeats};
use parlour_http::{Answer, Given, PathParam, Query, ok};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::id::RepeatId;

pub async fn cancel(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<RepeatId>,
    Query(query): Query<CancelRepeatRequest>,
) -> Answer<RepeatAnswer> {
    ok(Repeats::of(&salon).cancel_following(&caller.act, &id, query.from).await?)
}
