//! Reads one public service by its slug.

use axum::extract::State;
use parlour_http::{Answer, PathParam, ok};
use parlour_setup::catalogue::{CatalogueStore, ServiceAnswer};
use parlour_storage::salon::Salon;

pub async fn by_slug(State(salon): State<Salon>, PathParam(slug): PathParam<String>) -> Answer<ServiceAnswer> {
    let service = CatalogueStore::of(&salon).public_service(&slug).await?;
    ok(ServiceAnswer { service })
}
