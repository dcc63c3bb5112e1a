//! Reports the sales.

use axum::extract::State;
use axum::response::Response;
use parlour::reports::SalesRequest;
use parlour::salon::Salon;
use parlour::web::{Query, Refusal, report};

pub async fn sales(State(salon): State<Salon>, Query(request): Query<SalesRequest>) -> Result<Response, Refusal> {
    Ok(report(salon.reports().sales(&request).await?, request.format, "sales"))
}
