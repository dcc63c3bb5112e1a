//! Leave, decided.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::id::LeaveId;
use parlour::paging::page_of;
use parlour::salon::Salon;
use parlour::schedule::{ApproveLeaveRequest, LeaveAnswer, LeaveList, LeaveListRequest, RejectLeaveRequest};
use parlour::web::{Answer, PathParam, Query, Valid, ok, paged};

pub async fn list(State(salon): State<Salon>, Query(request): Query<LeaveListRequest>) -> Answer<LeaveList> {
    let leave = salon.schedule().leave(request.status).await?;
    let (leave, meta) = page_of(leave.into_iter(), request.page, request.page_size);
    paged(LeaveList { leave }, meta)
}

pub async fn approve(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<LeaveId>,
    Valid(body): Valid<ApproveLeaveRequest>,
) -> Answer<LeaveAnswer> {
    ok(LeaveAnswer { leave: salon.schedule().approve_leave(&caller, &id, body.note.as_deref()).await? })
}

pub async fn reject(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<LeaveId>,
    Valid(body): Valid<RejectLeaveRequest>,
) -> Answer<LeaveAnswer> {
    ok(LeaveAnswer { leave: salon.schedule().reject_leave(&caller, &id, &body.note).await? })
}
