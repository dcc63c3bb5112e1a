//! What was sold.

use axum::extract::State;
use axum::response::Response;
use parlour::reports::{SalesRequest, told};
use parlour::salon::Salon;
use parlour::web::{Query, Refusal};

pub async fn sales(State(salon): State<Salon>, Query(request): Query<SalesRequest>) -> Result<Response, Refusal> {
    Ok(told(salon.reports().sales(&request).await?, request.format, "sales"))
}
