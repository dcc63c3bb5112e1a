//! Lists the integrations and how they are configured.

use axum::extract::State;
use parlour::operations::IntegrationList;
use parlour::salon::Salon;
use parlour::web::{Answer, ok};

pub async fn list(State(salon): State<Salon>) -> Answer<IntegrationList> {
    ok(salon.operations().integrations().await?)
}
