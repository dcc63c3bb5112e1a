//! Changes a service.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_people::auth::Caller;
use parlour_setup::catalogue::{AdminServiceAnswer, CatalogueStore, PatchServiceRequest};
use parlour_storage::salon::Salon;
use parlour_values::id::ServiceId;

pub async fn patch(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<ServiceId>,
    Valid(body): Valid<PatchServiceRequest>,
) -> Answer<AdminServiceAnswer> {
    ok(AdminServiceAnswer { service: CatalogueStore::of(&salon).patch(&caller.act, &id, &body).await? })
}
