//! Reports new, returning and lapsed customers.

use axum::extract::State;
use axum::response::Response;
use parlour_http::{Query, Refusal, report};
use parlour_money::reports::{ReportRequest, Reports};
use parlour_storage::salon::Salon;

pub async fn customers(State(salon): State<Salon>, Query(request): Query<ReportRequest>) -> Result<Response, Refusal> {
    Ok(report(Reports::of(&salon).customers(&request).await?, request.format, "customers"))
}
