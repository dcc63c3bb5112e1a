//! Bookings by how they went.

use axum::extract::State;
use axum::response::Response;
use parlour::reports::{ReportRequest, told};
use parlour::salon::Salon;
use parlour::web::{Query, Refusal};

pub async fn bookings(State(salon): State<Salon>, Query(request): Query<ReportRequest>) -> Result<Response, Refusal> {
    Ok(told(salon.reports().bookings(&request).await?, request.format, "bookings"))
}
