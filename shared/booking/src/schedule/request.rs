//! Requests about the schedule.

use super::ScheduleError;
use super::records::{LeaveStatus, LeaveType};
use crate::bookings::rules::too_far_ahead;
use crate::slots::ledger::LedgerOwner;
use crate::slots::roster::{DayException, MAX_PARTS_OF_A_DAY, RosterDay};
use parlour_storage::paging::{PageNumber, PageSize};
use parlour_values::id::{BranchId, ResourceId, StaffId};
use parlour_values::input::{Int, List, Problems, Prose, Read, Trimmed, body};
use parlour_values::time::{Interval, IstDate, TimeOfDay};

/// The longest stretch one read shows.
const LONGEST_VIEW: i64 = 31;
/// The longest leave: its days and the request itself fit one transaction.
const LONGEST_LEAVE: i64 = 62;

const ONE_OWNER: &str = "must be exactly one of staffId and resourceId";

body! {
    pub struct SpanRequest, checked {
        from: Option<IstDate>,
        to: Option<IstDate>,
    }
}

impl SpanRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        check_span(read.from.given().copied(), read.to.given().copied(), problems);
    }

    pub fn days(&self, today: IstDate) -> (IstDate, IstDate) {
        span(self.from, self.to, today)
    }
}

body! {
    pub struct ScheduleRequest, checked {
        branch_id: Option<BranchId>,
        from: Option<IstDate>,
        to: Option<IstDate>,
    }
}

impl ScheduleRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        check_span(read.from.given().copied(), read.to.given().copied(), problems);
    }

    pub fn days(&self, today: IstDate) -> (IstDate, IstDate) {
        span(self.from, self.to, today)
    }
}

/// The current month where nothing is asked; from a day to the end of its month, or from the beginning of its month to
/// a day, where one end is.
fn span(from: Option<IstDate>, to: Option<IstDate>, today: IstDate) -> (IstDate, IstDate) {
    match (from, to) {
        (Some(from), Some(to)) => (from, to),
        (Some(from), None) => (from, from.calendar_month().last_day()),
        (None, Some(to)) => (to.calendar_month().first_day(), to),
        (None, None) => (today.calendar_month().first_day(), today.calendar_month().last_day()),
    }
}

fn check_span(from: Option<IstDate>, to: Option<IstDate>, problems: &mut Problems) {
    if let (Some(from), Some(to)) = (from, to) {
        let days = to.days_since(from) + 1;
        if days < 1 {
            problems.add("to", "must not be before from");
        } else if days > LONGEST_VIEW {
            problems.add("to", format!("must leave at most {LONGEST_VIEW} days from the first to the last"));
        }
    }
}

body! {
    pub struct PartRequest {
        start: TimeOfDay,
        end: TimeOfDay,
    }
}

/// The parts of one day.
type DayParts = List<PartRequest, 0, MAX_PARTS_OF_A_DAY>;

fn intervals(parts: &[PartRequest]) -> Vec<Interval> {
    parts.iter().map(|part| Interval { start: part.start, end: part.end }).collect()
}

body! {
    pub struct WeekdayRequest {
        weekday: Int<1, 7>,
        shifts: DayParts,
        breaks: Option<DayParts>,
    }
}

body! {
    pub struct WeeklyRequest {
        effective_from: IstDate,
        days: List<WeekdayRequest, 0, 7>,
    }
}

impl WeeklyRequest {
    pub(super) fn roster_days(&self) -> Vec<RosterDay> {
        let day = |day: &WeekdayRequest| RosterDay {
            weekday: day.weekday.as_u32(),
            shifts: intervals(&day.shifts),
            breaks: intervals(day.breaks.as_deref().unwrap_or_default()),
        };
        self.days.iter().map(day).collect()
    }
}

body! {
    pub struct RosterDayRequest, checked {
        shifts: Option<DayParts>,
        breaks: Option<DayParts>,
        off: Option<bool>,
    }
}

impl RosterDayRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        if read.shifts.is_left_out() && (read.off.is_left_out() || read.off.given() == Some(&false)) {
            problems.add("shifts", "is required, or off");
        }
    }

    pub(super) fn exception(&self) -> DayException {
        match (&self.shifts, self.off) {
            (_, Some(true)) | (None, _) => DayException::Off,
            (Some(shifts), _) => DayException::Shifts {
                shifts: intervals(shifts),
                breaks: intervals(self.breaks.as_deref().unwrap_or_default()),
            },
        }
    }
}

body! {
    pub struct BlockRequest, checked {
        /// The person whose time it takes; or
        staff_id: Option<StaffId>,
        /// the room.
        resource_id: Option<ResourceId>,
        date: IstDate,
        start_time: TimeOfDay,
        end_time: TimeOfDay,
        reason: Trimmed<1, 200>,
    }
}

impl BlockRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        if read.staff_id.is_left_out() && read.resource_id.is_left_out() {
            problems.add("staffId", ONE_OWNER);
        }
        if read.staff_id.is_given() && read.resource_id.is_given() {
            problems.add("resourceId", ONE_OWNER);
        }
        if read.start_time.zip(read.end_time).is_some_and(|(start, end)| end <= start) {
            problems.add("endTime", "must be after startTime");
        }
        check_reach("date", read.date, problems);
    }
}

impl BlockRequest {
    /// The person or room whose day it takes some of.
    pub(super) fn owner(&self) -> Result<LedgerOwner, ScheduleError> {
        match (&self.staff_id, &self.resource_id) {
            (Some(staff), None) => Ok(LedgerOwner::Person(staff.clone())),
            (None, Some(resource)) => Ok(LedgerOwner::Resource(resource.clone())),
            _ => Err(ScheduleError::invalid("staffId", ONE_OWNER)),
        }
    }
}

/// No time is taken of a day that nobody can book yet.
fn check_reach(field: &str, date: Option<IstDate>, problems: &mut Problems) {
    let problem = date.zip(problems.today()).and_then(|(date, today)| too_far_ahead(date, today));
    if let Some(problem) = problem {
        problems.add(field, problem);
    }
}

body! {
    pub struct ListBlocksRequest, checked {
        staff_id: Option<StaffId>,
        resource_id: Option<ResourceId>,
        from: Option<IstDate>,
        to: Option<IstDate>,
    }
}

impl ListBlocksRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        check_span(read.from.given().copied(), read.to.given().copied(), problems);
    }

    pub fn days(&self, today: IstDate) -> (IstDate, IstDate) {
        span(self.from, self.to, today)
    }
}

body! {
    pub struct ClosureRequest, checked {
        branch_id: BranchId,
        date: IstDate,
        reason: Trimmed<1, 200>,
    }
}

impl ClosureRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        check_reach("date", read.date, problems);
    }
}

body! {
    pub struct ListClosuresRequest {
        branch_id: Option<BranchId>,
        page: PageNumber,
        page_size: PageSize,
    }
}

body! {
    pub struct LeaveListRequest {
        status: Option<LeaveStatus>,
        page: PageNumber,
        page_size: PageSize,
    }
}

body! {
    pub struct ApproveLeaveRequest {
        note: Option<Prose<0, 500>>,
    }
}

body! {
    pub struct RejectLeaveRequest {
        note: Trimmed<1, 500>,
    }
}

body! {
    pub struct RevokeLeaveRequest {
        note: Trimmed<1, 500>,
    }
}

body! {
    pub struct AskLeaveRequest, checked {
        leave_type: LeaveType,
        start_date: IstDate,
        end_date: IstDate,
        reason: Option<Prose<0, 500>>,
    }
}

impl AskLeaveRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        check_reach("startDate", read.start_date, problems);
        check_reach("endDate", read.end_date, problems);
        let Some((start, end)) = read.start_date.zip(read.end_date) else { return };
        let days = end.days_since(start) + 1;
        if days < 1 {
            problems.add("endDate", "must not be before startDate");
        } else if days > LONGEST_LEAVE {
            problems.add("endDate", format!("must be at most {LONGEST_LEAVE} days of leave"));
        }
    }
}
