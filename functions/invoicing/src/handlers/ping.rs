//! GET /invoices: tells a caller whether their signature is valid.

use axum::extract::State;
use http::{HeaderMap, StatusCode};

use crate::Invoicing;
use crate::handlers::InvoicingRefusal;

pub async fn ping(State(service): State<Invoicing>, headers: HeaderMap) -> Result<StatusCode, InvoicingRefusal> {
    service.authorize(&headers, b"").await?;
    Ok(StatusCode::NO_CONTENT)
}
