//! Reports what was sold of each product, and what there is of it.

use axum::extract::State;
use axum::response::Response;
use parlour_http::{Query, Refusal, report};
use parlour_money::reports::{ReportRequest, Reports};
use parlour_storage::salon::Salon;

pub async fn products(State(salon): State<Salon>, Query(request): Query<ReportRequest>) -> Result<Response, Refusal> {
    Ok(report(Reports::of(&salon).products(&request).await?, request.format, "products"))
}
