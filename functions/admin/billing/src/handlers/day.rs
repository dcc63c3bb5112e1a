//! Reads the takings of a day.

use axum::extract::State;
use parlour_http::{Answer, Query, ok};
use parlour_money::billing::{Billing, DayTakings, DayTakingsRequest};
use parlour_storage::salon::Salon;

pub async fn day(State(salon): State<Salon>, Query(request): Query<DayTakingsRequest>) -> Answer<DayTakings> {
    ok(Billing::of(&salon).day(&request).await?)
}
