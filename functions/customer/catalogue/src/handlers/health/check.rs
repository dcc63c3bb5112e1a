//! Checks the service and its dependencies.

use axum::extract::State;
use parlour_http::{Answer, ok};
use parlour_storage::health::Health;
use parlour_storage::salon::Salon;

pub async fn check(State(salon): State<Salon>) -> Answer<Health> {
    ok(salon.health().await?)
}
