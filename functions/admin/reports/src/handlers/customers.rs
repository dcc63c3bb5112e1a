//! Reports new, returning and lapsed customers.

use axum::extract::State;
use axum::response::Response;
use parlour::reports::ReportRequest;
use parlour::salon::Salon;
use parlour::web::{Query, Refusal, report};

pub async fn customers(State(salon): State<Salon>, Query(request): Query<ReportRequest>) -> Result<Response, Refusal> {
    Ok(report(salon.reports().customers(&request).await?, request.format, "customers"))
}
