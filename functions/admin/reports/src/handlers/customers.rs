//! New, returning and lapsed customers.

use axum::extract::State;
use axum::response::Response;
use parlour::reports::{ReportRequest, told};
use parlour::salon::Salon;
use parlour::web::{Query, Refusal};

pub async fn customers(State(salon): State<Salon>, Query(request): Query<ReportRequest>) -> Result<Response, Refusal> {
    Ok(told(salon.reports().customers(&request).await?, request.format, "customers"))
}
