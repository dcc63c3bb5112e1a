//! Lists the services, active or not.

use axum::extract::State;
use parlour_http::{Answer, Query, paged};
use parlour_setup::catalogue::{AdminServiceList, CatalogueStore, ListServicesRequest};
use parlour_storage::salon::Salon;

pub async fn list(State(salon): State<Salon>, Query(query): Query<ListServicesRequest>) -> Answer<AdminServiceList> {
    let (services, meta) = CatalogueStore::of(&salon).list(&query).await?;
    paged(AdminServiceList { services }, meta)
}
