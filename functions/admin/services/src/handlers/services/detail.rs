//! Reads one service.

use axum::extract::State;
use parlour_http::{Answer, PathParam, ok};
use parlour_setup::catalogue::{AdminServiceAnswer, CatalogueStore};
use parlour_storage::salon::Salon;
use parlour_values::id::ServiceId;

pub async fn detail(State(salon): State<Salon>, PathParam(id): PathParam<ServiceId>) -> Answer<AdminServiceAnswer> {
    ok(AdminServiceAnswer { service: CatalogueStore::of(&salon).detail(&id).await? })
}
