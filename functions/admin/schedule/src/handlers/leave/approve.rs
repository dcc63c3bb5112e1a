//! Approves a leave request.

use axum::extract::State;
use parlour_booking::schedule::{ApproveLeaveRequest, LeaveAnswer, Schedule};
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::id::LeaveId;

pub async fn approve(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<LeaveId>,
    Valid(body): Valid<ApproveLeaveRequest>,
) -> Answer<LeaveAnswer> {
    ok(Schedule::of(&salon).approve_leave(&caller, &id, body.note.as_deref()).await?.into())
}
