//! The services around ours.

use axum::extract::State;
use parlour::operations::IntegrationList;
use parlour::salon::Salon;
use parlour::web::{Answer, ok};

pub async fn integrations(State(salon): State<Salon>) -> Answer<IntegrationList> {
    ok(salon.operations().integrations().await?)
}
