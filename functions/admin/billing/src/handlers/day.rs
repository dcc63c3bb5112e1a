//! Reads the takings of a day.

use axum::extract::State;
use parlour::billing::{DayTakings, DayTakingsRequest};
use parlour::salon::Salon;
use parlour::web::{Answer, Query, ok};

pub async fn day(State(salon): State<Salon>, Query(request): Query<DayTakingsRequest>) -> Answer<DayTakings> {
    ok(salon.billing().day(&request).await?)
}
