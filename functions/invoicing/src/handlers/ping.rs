//! GET /invoices: lets a caller check its signature.

use axum::extract::State;
use http::{HeaderMap, StatusCode};

use crate::Invoicing;
use crate::handlers::Refusal;

pub async fn ping(State(service): State<Invoicing>, headers: HeaderMap) -> Result<StatusCode, Refusal> {
    service.authorize(&headers, b"").await?;
    Ok(StatusCode::NO_CONTENT)
}
