//! My own leave.

use axum::extract::State;
use parlour::id::LeaveId;
use parlour::salon::Salon;
use parlour::schedule::{AskLeaveRequest, LeaveAnswer, LeaveList, LeaveListRequest};
use parlour::web::{Answer, Caller, Done, PathParam, Query, Valid, created, ok};

pub async fn list(
    State(salon): State<Salon>,
    caller: Caller,
    Query(request): Query<LeaveListRequest>,
) -> Answer<LeaveList> {
    let schedule = salon.schedule();
    let leave = match schedule.member(&caller).await? {
        Some(member) => schedule.leave_of(&member.id, request.status).await?,
        None => Vec::new(),
    };
    ok(LeaveList { leave })
}

pub async fn ask(
    State(salon): State<Salon>,
    caller: Caller,
    Valid(body): Valid<AskLeaveRequest>,
) -> Answer<LeaveAnswer> {
    let schedule = salon.schedule();
    let member = schedule.own_member(&caller).await?;
    created(LeaveAnswer { leave: schedule.ask_leave(&caller, &member, &body).await? })
}

pub async fn withdraw(State(salon): State<Salon>, caller: Caller, PathParam(id): PathParam<LeaveId>) -> Answer<Done> {
    let schedule = salon.schedule();
    let member = schedule.own_member(&caller).await?;
    schedule.withdraw_leave(&caller.act, &member, &id).await?;
    ok(Done::OK)
}
