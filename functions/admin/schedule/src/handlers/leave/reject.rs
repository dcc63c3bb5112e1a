//! Rejects a leave request.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::id::LeaveId;
use parlour::salon::Salon;
use parlour::schedule::{LeaveAnswer, RejectLeaveRequest};
use parlour::web::{Answer, PathParam, Valid, ok};

pub async fn reject(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<LeaveId>,
    Valid(body): Valid<RejectLeaveRequest>,
) -> Answer<LeaveAnswer> {
    ok(salon.schedule().reject_leave(&caller, &id, &body.note).await?.into())
}
