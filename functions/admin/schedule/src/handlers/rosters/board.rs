//! Reads who works when.

use axum::extract::State;
use parlour_booking::schedule::{Schedule, ScheduleAnswer, ScheduleRequest};
use parlour_http::{Answer, Query, ok};
use parlour_storage::salon::Salon;

pub async fn board(State(salon): State<Salon>, Query(request): Query<ScheduleRequest>) -> Answer<ScheduleAnswer> {
    ok(ScheduleAnswer { staff: Schedule::of(&salon).board(&request).await? })
}
