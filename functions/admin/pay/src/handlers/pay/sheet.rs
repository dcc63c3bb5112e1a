//! Reads the pay of a month by person.

use axum::extract::State;
use axum::response::Response;
use parlour_http::{Query, Refusal, report};
use parlour_money::pay::{Pay, PayReportRequest};
use parlour_storage::salon::Salon;

pub async fn sheet(State(salon): State<Salon>, Query(request): Query<PayReportRequest>) -> Result<Response, Refusal> {
    Ok(report(Pay::of(&salon).sheet(&request).await?, request.format, "pay"))
}
