//! The table of contents of this group.

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
            manager("A week that repeats from a day on").takes::<WeeklyRequest>().answers::<WeeklyAnswer>(),
        )
        .put(
            "/api/schedule/staff/{id}/days/{date}",
            rosters::day,
            manager("One day that differs").takes::<RosterDayRequest>().answers::<DayAnswer>(),
        )
        .get(
            "/api/schedule/blocks",
            blocks::list,
            manager("Time kept free").asks::<ListBlocksRequest>().answers::<BlockList>(),
        )
        .post(
            "/api/schedule/blocks",
            blocks::block,
            manager("Keep somebody's time free").idempotent().takes::<BlockRequest>().creates::<BlockAnswer>(),
        )
        .delete("/api/schedule/blocks/{id}", blocks::unblock, manager("Give blocked time back").answers::<Done>())
        .get(
            "/api/schedule/closures",
            closures::list,
            manager("Days branches are shut").asks::<ListClosuresRequest>().answers::<ClosureList>(),
        )
        .post(
            "/api/schedule/closures",
            closures::close,
            manager("Shut a branch for a day").idempotent().takes::<ClosureRequest>().creates::<ClosureAnswer>(),
        )
        .delete("/api/schedule/closures/{id}", closures::reopen, manager("Open it again").answers::<Done>())
        .get(
            "/api/schedule/leave",
            leave::list,
            manager("Leave requests").asks::<LeaveListRequest>().answers::<LeaveList>(),
        )
        .post(
            "/api/schedule/leave/{id}/approve",
            leave::approve,
            manager("Grant leave").takes::<ApproveLeaveRequest>().answers::<LeaveAnswer>(),
        )
        .post(
            "/api/schedule/leave/{id}/reject",
            leave::reject,
            manager("Refuse leave").takes::<RejectLeaveRequest>().answers::<LeaveAnswer>(),
        )
}

fn own(routes: Routes) -> Routes {
    let staff = |summary| role(Role::Staff, summary);
    routes
        .get("/api/me", me::view, staff("Who I am").answers::<MeAnswer>())
        .get("/api/me/schedule", me::schedule, staff("When I work").asks::<SpanRequest>().answers::<MySchedule>())
        .get("/api/me/leave", my_leave::list, staff("My leave").asks::<LeaveListRequest>().answers::<LeaveList>())
        .post(
            "/api/me/leave",
            my_leave::ask,
            staff("Ask for leave").idempotent().takes::<AskLeaveRequest>().creates::<LeaveAnswer>(),
        )
        .delete("/api/me/leave/{id}", my_leave::withdraw, staff("Take a request back").answers::<Done>())
}
