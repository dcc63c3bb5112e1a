//! Reports the leads by source and status.

use axum::extract::State;
use axum::response::Response;
use parlour::reports::ReportRequest;
use parlour::salon::Salon;
use parlour::web::{Query, Refusal, report};

pub async fn leads(State(salon): State<Salon>, Query(request): Query<ReportRequest>) -> Result<Response, Refusal> {
    Ok(report(salon.reports().leads(&request).await?, request.format, "leads"))
}
