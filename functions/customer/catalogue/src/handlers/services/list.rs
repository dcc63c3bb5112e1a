//! Reads the public catalogue.

use axum::extract::State;
use parlour::catalogue::CatalogueView;
use parlour::salon::Salon;
use parlour::web::{Answer, ok};

pub async fn list(State(salon): State<Salon>) -> Answer<CatalogueView> {
    ok(salon.catalogue().public().await?)
}
