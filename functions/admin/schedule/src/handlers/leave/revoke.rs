//! Takes approved leave back.

use axum::extract::State;
use parlour_booking::schedule::{LeaveAnswer, RevokeLeaveRequest, Schedule};
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::id::LeaveId;

pub async fn revoke(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<LeaveId>,
    Valid(body): Valid<RevokeLeaveRequest>,
) -> Answer<LeaveAnswer> {
    ok(Schedule::of(&salon).revoke_leave(&caller, &id, &body.note).await?.into())
}
