//! Reads who works when.

use axum::extract::State;
use parlour::salon::Salon;
use parlour::schedule::{ScheduleAnswer, ScheduleRequest};
use parlour::web::{Answer, Query, ok};

pub async fn board(State(salon): State<Salon>, Query(request): Query<ScheduleRequest>) -> Answer<ScheduleAnswer> {
    ok(ScheduleAnswer { staff: salon.schedule().board(&request).await? })
}
