//! Removes a block.

use axum::extract::State;
use parlour_booking::schedule::Schedule;
use parlour_http::{Answer, Given, PathParam, ok};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::done::Done;
use parlour_values::id::BlockId;

pub async fn unblock(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<BlockId>,
) -> Answer<Done> {
    Schedule::of(&salon).unblock(&caller, &id).await?;
    ok(Done::OK)
}
