//! Asks for leave.

use axum::extract::State;
use parlour_booking::schedule::{AskLeaveRequest, LeaveAnswer, Schedule};
use parlour_http::{Answer, Given, Valid, ok};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;

pub async fn ask(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Valid(body): Valid<AskLeaveRequest>,
) -> Answer<LeaveAnswer> {
    ok(Schedule::of(&salon).ask_leave(&caller, &body).await?)
}
