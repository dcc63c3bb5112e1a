//! Reports the memberships and their remaining minutes.

use axum::extract::State;
use axum::response::Response;
use parlour::reports::ReportRequest;
use parlour::salon::Salon;
use parlour::web::{Query, Refusal, report};

pub async fn memberships(
    State(salon): State<Salon>,
    Query(request): Query<ReportRequest>,
) -> Result<Response, Refusal> {
    Ok(report(salon.reports().memberships().await?, request.format, "memberships"))
}
