//! Reads the caller's own schedule.

use axum::extract::State;
use parlour_booking::schedule::{MySchedule, Schedule, SpanRequest};
use parlour_http::{Answer, Given, Query, ok};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;

pub async fn schedule(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Query(request): Query<SpanRequest>,
) -> Answer<MySchedule> {
    ok(MySchedule { days: Schedule::of(&salon).my_days(&caller, &request).await? })
}
