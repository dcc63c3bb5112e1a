//! Reports the GST of a month.

use axum::extract::State;
use axum::response::Response;
use parlour::reports::GstRequest;
use parlour::salon::Salon;
use parlour::web::{Query, Refusal, report};

pub async fn gst(State(salon): State<Salon>, Query(request): Query<GstRequest>) -> Result<Response, Refusal> {
    Ok(report(salon.reports().gst(&request).await?, request.format, "gst"))
}
