//! Changes a room or a piece of equipment.

use axum::extract::State;
use parlour_booking::resources::{PatchResourceRequest, ResourceAnswer};
use parlour_booking::schedule::Schedule;
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::id::ResourceId;

pub async fn patch(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<ResourceId>,
    Valid(body): Valid<PatchResourceRequest>,
) -> Answer<ResourceAnswer> {
    ok(ResourceAnswer { resource: Schedule::of(&salon).patch_resource(&caller.act, &id, &body).await? })
}
