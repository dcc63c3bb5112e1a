//! My own leave.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::done::Done;
use parlour::id::LeaveId;
use parlour::paging::page_of;
use parlour::salon::Salon;
use parlour::schedule::{AskLeaveRequest, LeaveAnswer, LeaveList, LeaveListRequest};
use parlour::web::{Answer, PathParam, Query, Valid, ok, paged};

pub async fn list(
    State(salon): State<Salon>,
    caller: Caller,
    Query(request): Query<LeaveListRequest>,
) -> Answer<LeaveList> {
    let schedule = salon.schedule();
    let taker = schedule.leave_taker(&caller).await?;
    let leave = schedule.leave_of(&taker, request.status).await?;
    let (leave, meta) = page_of(leave.into_iter(), request.page, request.page_size);
    paged(LeaveList { leave }, meta)
}

pub async fn ask(
    State(salon): State<Salon>,
    caller: Caller,
    Valid(body): Valid<AskLeaveRequest>,
) -> Answer<LeaveAnswer> {
    let schedule = salon.schedule();
    let taker = schedule.leave_taker(&caller).await?;
    ok(LeaveAnswer { leave: schedule.ask_leave(&caller, &taker, &body).await? })
}

pub async fn withdraw(State(salon): State<Salon>, caller: Caller, PathParam(id): PathParam<LeaveId>) -> Answer<Done> {
    let schedule = salon.schedule();
    let taker = schedule.leave_taker(&caller).await?;
    schedule.withdraw_leave(&caller.act, &taker, &id).await?;
    ok(Done::OK)
}
