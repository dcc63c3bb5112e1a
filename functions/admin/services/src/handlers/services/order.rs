//! Sets the display order of the services.

use axum::extract::State;
use parlour_http::{Answer, Given, Valid, ok};
use parlour_people::auth::Caller;
use parlour_setup::catalogue::{AdminServiceList, CatalogueStore, OrderRequest};
use parlour_storage::salon::Salon;

pub async fn order(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Valid(body): Valid<OrderRequest>,
) -> Answer<AdminServiceList> {
    ok(AdminServiceList { services: CatalogueStore::of(&salon).order(&caller.act, &body).await? })
}
