//! Checks the service and its dependencies.

use axum::extract::State;
use parlour::health::Health;
use parlour::salon::Salon;
use parlour::web::{Answer, ok};

pub async fn check(State(salon): State<Salon>) -> Answer<Health> {
    ok(salon.health().await?)
}
