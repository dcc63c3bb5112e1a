//! Approves a leave request.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::id::LeaveId;
use parlour::salon::Salon;
use parlour::schedule::{ApproveLeaveRequest, LeaveAnswer};
use parlour::web::{Answer, PathParam, Valid, ok};

pub async fn approve(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<LeaveId>,
    Valid(body): Valid<ApproveLeaveRequest>,
) -> Answer<LeaveAnswer> {
    ok(salon.schedule().approve_leave(&caller, &id, body.note.as_deref()).await?.into())
}
