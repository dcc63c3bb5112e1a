//! Rejects a leave request.

use axum::extract::State;
use parlour_booking::schedule::{LeaveAnswer, RejectLeaveRequest, Schedule};
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::id::LeaveId;

pub async fn reject(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<LeaveId>,
    Valid(body): Valid<RejectLeaveRequest>,
) -> Answer<LeaveAnswer> {
    ok(Schedule::of(&salon).reject_leave(&caller, &id, &body.note).await?.into())
}
