//! Reports the GST of a month.

use axum::extract::State;
use axum::response::Response;
use parlour_http::{Query, Refusal, report};
use parlour_money::reports::{GstRequest, Reports};
use parlour_storage::salon::Salon;

pub async fn gst(State(salon): State<Salon>, Query(request): Query<GstRequest>) -> Result<Response, Refusal> {
    Ok(report(Reports::of(&salon).gst(&request).await?, request.format, "gst"))
}
