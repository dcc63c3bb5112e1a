//! What each person did and brought in.

use axum::extract::State;
use axum::response::Response;
use parlour::reports::{ReportRequest, told};
use parlour::salon::Salon;
use parlour::web::{Query, Refusal};

pub async fn staff(State(salon): State<Salon>, Query(request): Query<ReportRequest>) -> Result<Response, Refusal> {
    Ok(told(salon.reports().staff(&request).await?, request.format, "staff"))
}
