//! Deactivates a room or a piece of equipment.

use axum::extract::State;
use parlour_booking::schedule::Schedule;
use parlour_http::{Answer, Given, PathParam, ok};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::done::Done;
use parlour_values::id::ResourceId;

pub async fn delete(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<ResourceId>,
) -> Answer<Done> {
    Schedule::of(&salon).give_up_resource(&caller.act, &id).await?;
    ok(Done::OK)
}
