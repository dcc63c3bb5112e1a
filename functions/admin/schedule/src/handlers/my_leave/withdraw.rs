//! Withdraws a leave request of the caller.

use axum::extract::State;
use parlour_booking::schedule::Schedule;
use parlour_http::{Answer, Given, PathParam, ok};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::done::Done;
use parlour_values::id::LeaveId;

pub async fn withdraw(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<LeaveId>,
) -> Answer<Done> {
    Schedule::of(&salon).withdraw_leave(&caller, &id).await?;
    ok(Done::OK)
}
