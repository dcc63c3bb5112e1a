//! Lists the rooms and equipment, active or not.

use axum::extract::State;
use parlour_booking::resources::{ListResourcesRequest, ResourceList};
use parlour_booking::schedule::Schedule;
use parlour_http::{Answer, Query, paged};
use parlour_storage::salon::Salon;

pub async fn list(State(salon): State<Salon>, Query(request): Query<ListResourcesRequest>) -> Answer<ResourceList> {
    let (resources, meta) = Schedule::of(&salon).resources(&request).await?;
    paged(ResourceList { resources }, meta)
}
