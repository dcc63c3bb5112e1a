//! Creates a service.

use axum::extract::State;
use parlour_booking::resources::ResourceGroups;
use parlour_http::{Answer, Given, Valid, ok};
use parlour_people::auth::Caller;
use parlour_setup::catalogue::{AdminServiceAnswer, CatalogueStore, CreateServiceRequest};
use parlour_storage::salon::Salon;

pub async fn create(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Valid(body): Valid<CreateServiceRequest>,
) -> Answer<AdminServiceAnswer> {
    ResourceGroups::of(&salon).must_have(body.needs.as_ref()).await?;
    ok(AdminServiceAnswer { service: CatalogueStore::of(&salon).create(&caller.act, &body).await? })
}
