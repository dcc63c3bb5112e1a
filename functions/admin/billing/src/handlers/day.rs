//! What a day took.

use axum::extract::State;
use parlour::billing::{DayRequest, DayTakings};
use parlour::salon::Salon;
use parlour::web::{Answer, Query, ok};

pub async fn day(State(salon): State<Salon>, Query(request): Query<DayRequest>) -> Answer<DayTakings> {
    ok(salon.billing().day(&request).await?)
}
