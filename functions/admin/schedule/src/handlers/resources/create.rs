//! Adds a room or a piece of equipment.

use axum::extract::State;
use parlour_booking::resources::{CreateResourceRequest, ResourceAnswer};
use parlour_booking::schedule::Schedule;
use parlour_http::{Answer, Given, Valid, ok};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;

pub async fn create(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Valid(body): Valid<CreateResourceRequest>,
) -> Answer<ResourceAnswer> {
    ok(ResourceAnswer { resource: Schedule::of(&salon).add_resource(&caller.act, &body).await? })
}
