//! Lists the integrations and how they are configured.

use axum::extract::State;
use parlour_http::{Answer, ok};
use parlour_platform::operations::{IntegrationList, Operations};
use parlour_storage::salon::Salon;

pub async fn list(State(salon): State<Salon>) -> Answer<IntegrationList> {
    ok(Operations::of(&salon).integrations().await?)
}
