//! Reports the gems that customers can still redeem.

use axum::extract::State;
use axum::response::Response;
use parlour::reports::ReportRequest;
use parlour::salon::Salon;
use parlour::web::{Query, Refusal, report};

pub async fn gems(State(salon): State<Salon>, Query(request): Query<ReportRequest>) -> Result<Response, Refusal> {
    Ok(report(salon.reports().gems().await?, request.format, "gems"))
}
