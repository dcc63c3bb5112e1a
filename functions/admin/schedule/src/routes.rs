//! The routes of this group: who may call each, what it takes and what it answers.

use parlour::done::Done;
use parlour::role::Role;
use parlour::schedule::{
    ApproveLeaveRequest, AskLeaveRequest, BlockAnswer, BlockList, BlockRequest, ClosureAnswer, ClosureList,
    ClosureRequest, DayAnswer, LeaveAnswer, LeaveList, LeaveListRequest, ListBlocksRequest, ListClosuresRequest,
    MeAnswer, MySchedule, RejectLeaveRequest, RosterDayRequest, ScheduleAnswer, ScheduleRequest, SpanRequest,
    WeeklyAnswer, WeeklyRequest,
};
use parlour::settings::App;
use parlour::web::{Routes, role};

use crate::handlers::{blocks, closures, leave, me, my_leave, rosters};

pub fn routes() -> Routes {
    own(managed(Routes::new(App::Admin)))
}

fn managed(routes: Routes) -> Routes {
    let manager = |summary| role(Role::Manager, summary);
    routes
        .get(
            "/api/schedule",
            rosters::board,
            manager("Who works when").asks::<ScheduleRequest>().answers::<ScheduleAnswer>(),
        )
        .put(
            "/api/schedule/staff/{id}/weekly",
            rosters::weekly,
            manager("Set the weekly roster of a staff member").takes::<WeeklyRequest>().answers::<WeeklyAnswer>(),
        )
        .put(
            "/api/schedule/staff/{id}/days/{date}",
            rosters::day,
            manager("Set the shifts of one day").takes::<RosterDayRequest>().answers::<DayAnswer>(),
        )
        .get(
            "/api/schedule/blocks",
            blocks::list,
            manager("Blocked times").asks::<ListBlocksRequest>().answers::<BlockList>(),
        )
        .post(
            "/api/schedule/blocks",
            blocks::block,
            manager("Block some of a staff member's time")
                .idempotent()
                .takes::<BlockRequest>()
                .creates::<BlockAnswer>(),
        )
        .delete("/api/schedule/blocks/{id}", blocks::unblock, manager("Remove a block").answers::<Done>())
        .get(
            "/api/schedule/closures",
            closures::list,
            manager("Days on which branches are closed").asks::<ListClosuresRequest>().answers::<ClosureList>(),
        )
        .post(
            "/api/schedule/closures",
            closures::close,
            manager("Close a branch for a day").idempotent().takes::<ClosureRequest>().creates::<ClosureAnswer>(),
        )
        .delete("/api/schedule/closures/{id}", closures::reopen, manager("Remove a closure").answers::<Done>())
        .get(
            "/api/schedule/leave",
            leave::list,
            manager("Leave requests").asks::<LeaveListRequest>().answers::<LeaveList>(),
        )
        .post(
            "/api/schedule/leave/{id}/approve",
            leave::approve,
            manager("Approve a leave request").takes::<ApproveLeaveRequest>().answers::<LeaveAnswer>(),
        )
        .post(
            "/api/schedule/leave/{id}/reject",
            leave::reject,
            manager("Reject a leave request").takes::<RejectLeaveRequest>().answers::<LeaveAnswer>(),
        )
}

fn own(routes: Routes) -> Routes {
    let staff = |summary| role(Role::Staff, summary);
    routes
        .get("/api/me", me::view, staff("The caller").answers::<MeAnswer>())
        .get(
            "/api/me/schedule",
            me::schedule,
            staff("The caller's own schedule").asks::<SpanRequest>().answers::<MySchedule>(),
        )
        .get(
            "/api/me/leave",
            my_leave::list,
            staff("The caller's leave requests").asks::<LeaveListRequest>().answers::<LeaveList>(),
        )
        .post(
            "/api/me/leave",
            my_leave::ask,
            staff("Ask for leave").idempotent().takes::<AskLeaveRequest>().creates::<LeaveAnswer>(),
        )
        .delete("/api/me/leave/{id}", my_leave::withdraw, staff("Withdraw a leave request").answers::<Done>())
}
