//! Reports the bookings by outcome.

use axum::extract::State;
use axum::response::Response;
use parlour::reports::ReportRequest;
use parlour::salon::Salon;
use parlour::web::{Query, Refusal, report};

pub async fn bookings(State(salon): State<Salon>, Query(request): Query<ReportRequest>) -> Result<Response, Refusal> {
    Ok(report(salon.reports().bookings(&request).await?, request.format, "bookings"))
}
