//! Changes a service.

use axum::extract::State;
use parlour_booking::resources::ResourceGroups;
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_money::offers::Offers;
use parlour_people::auth::Caller;
use parlour_setup::catalogue::{AdminServiceAnswer, PatchServiceRequest};
use parlour_storage::salon::Salon;
use parlour_values::id::ServiceId;

pub async fn patch(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<ServiceId>,
    Valid(body): Valid<PatchServiceRequest>,
) -> Answer<AdminServiceAnswer> {
    ResourceGroups::of(&salon).must_have_for(&id, body.needs.as_ref()).await?;
    ok(AdminServiceAnswer { service: Offers::of(&salon).patch_service(&caller.act, &id, &body).await? })
}
