//! Reports the gems that customers can still redeem.

use axum::extract::State;
use axum::response::Response;
use parlour_http::{Query, Refusal, report};
use parlour_money::reports::{ReportRequest, Reports};
use parlour_storage::salon::Salon;

pub async fn gems(State(salon): State<Salon>, Query(request): Query<ReportRequest>) -> Result<Response, Refusal> {
    Ok(report(Reports::of(&salon).gems().await?, request.format, "gems"))
}
