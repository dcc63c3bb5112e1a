//! Reports the sales.

use axum::extract::State;
use axum::response::Response;
use parlour_http::{Query, Refusal, report};
use parlour_money::reports::{Reports, SalesRequest};
use parlour_storage::salon::Salon;

pub async fn sales(State(salon): State<Salon>, Query(request): Query<SalesRequest>) -> Result<Response, Refusal> {
    Ok(report(Reports::of(&salon).sales(&request).await?, request.format, "sales"))
}
