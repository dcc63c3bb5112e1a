//! Reads the public catalogue.

use axum::extract::State;
use parlour_http::{Answer, ok};
use parlour_setup::catalogue::{CatalogueStore, CatalogueView};
use parlour_storage::salon::Salon;

pub async fn list(State(salon): State<Salon>) -> Answer<CatalogueView> {
    ok(CatalogueStore::of(&salon).public().await?)
}
