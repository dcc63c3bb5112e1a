//! Reads the caller's own schedule.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::salon::Salon;
use parlour::schedule::{MySchedule, SpanRequest};
use parlour::web::{Answer, Query, ok};

pub async fn schedule(
    State(salon): State<Salon>,
    caller: Caller,
    Query(request): Query<SpanRequest>,
) -> Answer<MySchedule> {
    ok(MySchedule { days: salon.schedule().my_days(&caller, &request).await? })
}
