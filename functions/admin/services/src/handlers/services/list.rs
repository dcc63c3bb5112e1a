//! Lists the services, active or not.

use axum::extract::State;
use parlour::catalogue::{AdminServiceList, ListServicesRequest};
use parlour::salon::Salon;
use parlour::web::{Answer, Query, paged};

pub async fn list(State(salon): State<Salon>, Query(query): Query<ListServicesRequest>) -> Answer<AdminServiceList> {
    let (services, meta) = salon.catalogue().list(&query).await?;
    paged(AdminServiceList { services }, meta)
}
