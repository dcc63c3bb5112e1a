//! Leads by source and status.

use axum::extract::State;
use axum::response::Response;
use parlour::reports::{ReportRequest, told};
use parlour::salon::Salon;
use parlour::web::{Query, Refusal};

pub async fn leads(State(salon): State<Salon>, Query(request): Query<ReportRequest>) -> Result<Response, Refusal> {
    Ok(told(salon.reports().leads(&request).await?, request.format, "leads"))
}
