//! The routes of this group: who may call each, what it takes and what it answers.

use parlour_booking::feeds::CalendarAnswer;
use parlour_booking::resources::{
    CreateResourceRequest, ListResourcesRequest, PatchResourceRequest, ResourceAnswer, ResourceList,
};
use parlour_booking::schedule::{
    ApproveLeaveRequest, AskLeaveRequest, BlockAnswer, BlockList, BlockRequest, ClosureAnswer, ClosureList,
    ClosureRequest, DayAnswer, LeaveAnswer, LeaveList, LeaveListRequest, ListBlocksRequest, ListClosuresRequest,
    MeAnswer, MySchedule, RejectLeaveRequest, RevokeLeaveRequest, RosterDayRequest, ScheduleAnswer, ScheduleRequest,
    SpanRequest, WeeklyAnswer, WeeklyRequest,
};
use parlour_http::{Code, Routes, role};
use parlour_money::pay::{PersonPay, PersonPayRequest};
use parlour_people::pins::SetPinRequest;
use parlour_settings::App;
use parlour_values::done::Done;
use parlour_values::role::Role;

use crate::handlers::{blocks, closures, leave, me, my_calendar, my_leave, resources, rosters};

pub fn routes() -> Routes {
    own(rooms(managed(Routes::new(App::Admin))))
}

fn managed(routes: Routes) -> Routes {
    let manager = |summary| role(Role::Manager, summary);
    routes
        .get(
            "/api/schedule",
            rosters::board,
            manager("Who works when")
                .id("schedule.view")
                .about(
                    "Of every active staff member of a branch, for at most 31 days: shifts, breaks, leave and the \
                     minutes booked.",
                )
                .asks::<ScheduleRequest>()
                .answers::<ScheduleAnswer>(),
        )
        .put(
            "/api/schedule/staff/{id}/weekly",
            rosters::weekly,
            manager("Set the weekly roster of a staff member")
                .id("schedule.setWeek")
                .about(
                    "From `effectiveFrom` on. Shifts must lie inside the branch's hours and not overlap. The dry run \
                     names the promised bookings it clashes with.",
                )
                .takes::<WeeklyRequest>()
                .answers::<WeeklyAnswer>(),
        )
        .put(
            "/api/schedule/staff/{id}/days/{date}",
            rosters::day,
            manager("Set the shifts of one day")
                .id("schedule.setDay")
                .about("An exception from the week's roster: other shifts, or off.")
                .takes::<RosterDayRequest>()
                .answers::<DayAnswer>(),
        )
        .delete(
            "/api/schedule/staff/{id}/days/{date}",
            rosters::clear_day,
            manager("Take the exception of one day back")
                .id("schedule.clearDay")
                .about("The week's roster holds again; 404 where the day has no exception.")
                .answers::<Done>(),
        )
        .get(
            "/api/schedule/blocks",
            blocks::list,
            manager("Blocked times")
                .id("schedule.blocks")
                .about("Times at which a person or a room takes no bookings; of one of them where it is named.")
                .asks::<ListBlocksRequest>()
                .answers::<BlockList>(),
        )
        .post(
            "/api/schedule/blocks",
            blocks::block,
            manager("Block some of a person's or a room's time")
                .id("schedule.block")
                .about(
                    "Takes some of the time of exactly one of `staffId` and `resourceId`; refused with \
                     `details.bookingIds` where confirmed bookings are in the way.",
                )
                .idempotent()
                .takes::<BlockRequest>()
                .creates::<BlockAnswer>(),
        )
        .delete(
            "/api/schedule/blocks/{id}",
            blocks::unblock,
            manager("Remove a block").id("schedule.unblock").about("The time can be booked again.").answers::<Done>(),
        )
        .get(
            "/api/schedule/closures",
            closures::list,
            manager("Days on which branches are closed")
                .id("schedule.closures")
                .about("By branch and span.")
                .asks::<ListClosuresRequest>()
                .answers::<ClosureList>(),
        )
        .post(
            "/api/schedule/closures",
            closures::close,
            manager("Close a branch for a day")
                .id("schedule.close")
                .about("Refused with `details.bookingIds` where confirmed bookings are in the way.")
                .idempotent()
                .takes::<ClosureRequest>()
                .creates::<ClosureAnswer>(),
        )
        .delete(
            "/api/schedule/closures/{id}",
            closures::reopen,
            manager("Remove a closure").id("schedule.reopen").about("The day can be booked again.").answers::<Done>(),
        )
        .get(
            "/api/schedule/leave",
            leave::list,
            manager("Leave requests")
                .id("leave.list")
                .about("Everybody's requests, newest first, by status.")
                .asks::<LeaveListRequest>()
                .answers::<LeaveList>(),
        )
        .post(
            "/api/schedule/leave/{id}/approve",
            leave::approve,
            manager("Approve a leave request")
                .id("leave.approve")
                .about(
                    "Only a pending request, and not one's own; refused with `details.bookingIds` where confirmed \
                     bookings are in the way.",
                )
                .takes::<ApproveLeaveRequest>()
                .answers::<LeaveAnswer>(),
        )
        .post(
            "/api/schedule/leave/{id}/reject",
            leave::reject,
            manager("Reject a leave request")
                .id("leave.reject")
                .about("Only a pending request, and not one's own.")
                .takes::<RejectLeaveRequest>()
                .answers::<LeaveAnswer>(),
        )
        .post(
            "/api/schedule/leave/{id}/revoke",
            leave::revoke,
            manager("Take approved leave back")
                .id("leave.revoke")
                .about("Only approved leave that is not over: its days from today on can be booked again.")
                .takes::<RevokeLeaveRequest>()
                .answers::<LeaveAnswer>(),
        )
}

fn rooms(routes: Routes) -> Routes {
    let manager = |summary| role(Role::Manager, summary);
    routes
        .get(
            "/api/resources",
            resources::list,
            role(Role::Receptionist, "Rooms and equipment, active or not")
                .id("resources.list")
                .about("Of one branch or of all, by group and name.")
                .asks::<ListResourcesRequest>()
                .answers::<ResourceList>(),
        )
        .post(
            "/api/resources",
            resources::create,
            manager("Add a room or a piece of equipment")
                .id("resources.create")
                .about(
                    "A service that needs its `group` takes one of the group, whichever is free. It takes `capacity` \
                     bookings at the same time (1 unless said otherwise), and is made ready for `turnaroundMinutes` \
                     after each.",
                )
                .idempotent()
                .takes::<CreateResourceRequest>()
                .creates::<ResourceAnswer>(),
        )
        .patch(
            "/api/resources/{id}",
            resources::patch,
            manager("Change a room or a piece of equipment")
                .id("resources.change")
                .about(
                    "Changes the fields given. Deactivating one that holds bookings ahead is refused with \
                     `details.bookingIds`.",
                )
                .takes::<PatchResourceRequest>()
                .answers::<ResourceAnswer>(),
        )
        .delete(
            "/api/resources/{id}",
            resources::delete,
            manager("Deactivate a room or a piece of equipment")
                .id("resources.delete")
                .about("Refused with `details.bookingIds` while it holds bookings ahead; past ones keep it.")
                .answers::<Done>(),
        )
}

fn own(routes: Routes) -> Routes {
    let staff = |summary| role(Role::Staff, summary);
    routes
        .get(
            "/api/me",
            me::view,
            staff("The caller")
                .id("me.view")
                .about("The signed-in user and, where there is one, their staff record.")
                .answers::<MeAnswer>(),
        )
        .get(
            "/api/me/schedule",
            me::schedule,
            staff("The caller's own schedule")
                .id("me.schedule")
                .about("At most 31 days: shifts, breaks, leave and bookings, with customers by their first names.")
                .asks::<SpanRequest>()
                .answers::<MySchedule>(),
        )
        .put(
            "/api/me/pin",
            me::set_pin,
            role(Role::Manager, "Set the caller's PIN")
                .id("me.setPin")
                .about(
                    "Six digits, with which a manager approves at somebody else's desk. Five wrong ones within 15 \
                     minutes lock it for 15.",
                )
                .people_only()
                .takes::<SetPinRequest>()
                .answers::<Done>(),
        )
        .get(
            "/api/me/earnings",
            me::earnings,
            staff("The caller's own pay")
                .id("me.earnings")
                .about("The caller's own month, line by line; nobody else's.")
                .asks::<PersonPayRequest>()
                .answers::<PersonPay>(),
        )
        .post(
            "/api/me/calendar",
            my_calendar::share,
            staff("An address from which calendars read the caller's work")
                .id("me.shareCalendar")
                .about(
                    "An address with a secret, to be subscribed to in a calendar: the caller's own appointments, with \
                     customers by their first names. It is shown once; a new one ends the one before, and so does \
                     leaving the staff or being signed out everywhere.",
                )
                .idempotent()
                .people_only()
                .creates::<CalendarAnswer>(),
        )
        .delete(
            "/api/me/calendar",
            my_calendar::end,
            staff("End the calendar's address")
                .id("me.endCalendar")
                .about("From then on the address leads nowhere. Refused where there is none.")
                .people_only()
                .refuses(&[Code::NotFound])
                .answers::<Done>(),
        )
        .get(
            "/api/me/leave",
            my_leave::list,
            staff("The caller's leave requests")
                .id("me.leave")
                .about("The caller's own requests, newest first.")
                .asks::<LeaveListRequest>()
                .answers::<LeaveList>(),
        )
        .post(
            "/api/me/leave",
            my_leave::ask,
            staff("Ask for leave")
                .id("me.askLeave")
                .about(
                    "At most 62 days, not in the past, not over leave that is pending or approved. A manager decides.",
                )
                .refuses(&[Code::BusinessRuleViolation])
                .idempotent()
                .takes::<AskLeaveRequest>()
                .creates::<LeaveAnswer>(),
        )
        .delete(
            "/api/me/leave/{id}",
            my_leave::withdraw,
            staff("Withdraw a leave request")
                .id("me.withdrawLeave")
                .about("While it is pending, or approved and still ahead.")
                .answers::<Done>(),
        )
}
