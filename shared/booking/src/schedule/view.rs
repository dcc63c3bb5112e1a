//! The schedule as people see it.

use serde::Serialize;
use utoipa::ToSchema;

use super::board::{PlannedDay, PlannedPerson};
use super::clashes::Clashes;
use super::records::{BlockRecord, Leave, LeaveStatus, LeaveType};
use crate::bookings::Booking;
use crate::bookings::status::BookingStatus;
use crate::slots::Closure;
use crate::slots::ledger::LedgerOwner;
use crate::slots::roster::{DayException, RosterDay};
use parlour_people::auth::User;
use parlour_people::customers::{CustomerCard, CustomerCardView};
use parlour_people::staff::StaffView;
use parlour_setup::catalogue::ServiceType;
use parlour_values::id::{BlockId, BookingId, BranchId, ClosureId, LeaveId, ResourceId, StaffId, UserId};
use parlour_values::role::Role;
use parlour_values::time::{Instant, Interval, IstDate, Minutes, TimeOfDay};

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ScheduleAnswer {
    pub staff: Vec<StaffDays>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffDays {
    pub staff_id: StaffId,
    pub name: String,
    pub days: Vec<DayView>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DayView {
    pub date: IstDate,
    pub shifts: Vec<Interval>,
    pub breaks: Vec<Interval>,
    pub leave: bool,
    pub booked_minutes: Minutes,
}

impl From<PlannedPerson> for StaffDays {
    fn from(person: PlannedPerson) -> Self {
        let days = person.days.into_iter().map(DayView::from).collect();
        Self { staff_id: person.staff_id, name: person.name, days }
    }
}

impl From<PlannedDay> for DayView {
    fn from(day: PlannedDay) -> Self {
        Self {
            date: day.date,
            shifts: day.shifts,
            breaks: day.breaks,
            leave: day.is_on_leave,
            booked_minutes: day.booked_minutes,
        }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WeeklyAnswer {
    pub staff_id: StaffId,
    pub effective_from: IstDate,
    pub days: Vec<RosterDay>,
    /// In a dry run only: promised bookings outside the new hours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clashes: Option<Clashes>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DayAnswer {
    pub day: ExceptionView,
    /// In a dry run only: promised bookings outside the new hours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clashes: Option<Clashes>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExceptionView {
    pub staff_id: StaffId,
    pub date: IstDate,
    pub off: bool,
    pub shifts: Vec<Interval>,
    pub breaks: Vec<Interval>,
}

impl ExceptionView {
    pub(super) fn new(staff_id: &StaffId, date: IstDate, exception: &DayException) -> Self {
        let (off, shifts, breaks) = match exception {
            DayException::Off => (true, Vec::new(), Vec::new()),
            DayException::Shifts { shifts, breaks } => (false, shifts.clone(), breaks.clone()),
        };
        Self { staff_id: staff_id.clone(), date, off, shifts, breaks }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BlockAnswer {
    pub block: BlockView,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BlockList {
    pub blocks: Vec<BlockView>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlockView {
    pub id: BlockId,
    /// The person whose time it takes; null where it is a room's.
    pub staff_id: Option<StaffId>,
    /// The room whose time it takes; null where it is a person's.
    pub resource_id: Option<ResourceId>,
    pub date: IstDate,
    pub start_time: TimeOfDay,
    pub end_time: TimeOfDay,
    pub reason: String,
    pub created_at: Instant,
}

impl From<&BlockRecord> for BlockView {
    fn from(block: &BlockRecord) -> Self {
        let (staff_id, resource_id) = match block.owner.clone() {
            LedgerOwner::Person(id) => (Some(id), None),
            LedgerOwner::Resource(id) => (None, Some(id)),
        };
        Self {
            id: block.id.clone(),
            staff_id,
            resource_id,
            date: block.date,
            start_time: block.time.start,
            end_time: block.time.end,
            reason: block.reason.clone(),
            created_at: block.created_at,
        }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ClosureAnswer {
    pub closure: ClosureView,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ClosureList {
    pub closures: Vec<ClosureView>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClosureView {
    pub id: ClosureId,
    pub branch_id: BranchId,
    pub date: IstDate,
    pub reason: String,
    pub created_at: Instant,
}

impl From<&Closure> for ClosureView {
    fn from(closure: &Closure) -> Self {
        Self {
            id: closure.id.clone(),
            branch_id: closure.branch_id.clone(),
            date: closure.date,
            reason: closure.reason.clone(),
            created_at: closure.created_at,
        }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LeaveList {
    pub leave: Vec<LeaveView>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LeaveAnswer {
    pub leave: LeaveView,
    /// In a dry run of asking for leave only: promised bookings on those days.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clashes: Option<Clashes>,
}

impl From<LeaveView> for LeaveAnswer {
    fn from(leave: LeaveView) -> Self {
        Self { leave, clashes: None }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeaveView {
    pub id: LeaveId,
    /// Null where the person had no place in the team when they asked.
    pub staff_id: Option<StaffId>,
    pub user_id: UserId,
    pub staff_name: String,
    pub leave_type: LeaveType,
    pub start_date: IstDate,
    pub end_date: IstDate,
    pub reason: Option<String>,
    pub status: LeaveStatus,
    pub note: Option<String>,
    pub decided_by: Option<UserId>,
    pub decided_at: Option<Instant>,
    pub created_at: Instant,
    pub updated_at: Instant,
}

impl From<&Leave> for LeaveView {
    fn from(leave: &Leave) -> Self {
        let leave = leave.clone();
        Self {
            staff_id: leave.member().cloned(),
            id: leave.id,
            user_id: leave.user_id,
            staff_name: leave.staff_name,
            leave_type: leave.leave_type,
            start_date: leave.start_date,
            end_date: leave.end_date,
            reason: leave.reason,
            status: leave.status,
            note: leave.note,
            decided_by: leave.decided_by,
            decided_at: leave.decided_at,
            created_at: leave.created_at,
            updated_at: leave.updated_at,
        }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MeAnswer {
    pub user: MyUser,
    pub staff: Option<StaffView>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MyUser {
    pub id: UserId,
    pub name: String,
    pub email: String,
    pub role: Role,
    pub image: Option<String>,
}

impl From<&User> for MyUser {
    fn from(user: &User) -> Self {
        Self {
            id: user.id.clone(),
            name: user.name.clone(),
            email: user.email.clone(),
            role: user.role,
            image: user.image.clone(),
        }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MySchedule {
    pub days: Vec<MyDay>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MyDay {
    pub date: IstDate,
    pub shifts: Vec<Interval>,
    pub breaks: Vec<Interval>,
    pub leave: bool,
    pub bookings: Vec<MyBooking>,
}

/// A booking as the person who does it sees it: the customer by first name only.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MyBooking {
    pub id: BookingId,
    pub booking_number: String,
    pub status: BookingStatus,
    pub service_type: ServiceType,
    pub start_time: String,
    pub end_time: String,
    pub customer_name: String,
    /// The facts that whoever serves them must know.
    pub customer: CustomerCardView,
    pub services: Vec<String>,
}

impl MyBooking {
    /// The part of it that is this person's.
    pub fn new(booking: &Booking, own: &StaffId, card: Option<&CustomerCard>) -> Self {
        let (services, time) = booking.part_of(own);
        Self {
            id: booking.id.clone(),
            booking_number: booking.number.clone(),
            status: booking.status,
            service_type: booking.service_type,
            start_time: time.start.with_seconds().to_string(),
            end_time: time.end.with_seconds().to_string(),
            customer_name: booking.customer_first_name().to_owned(),
            customer: card.map(CustomerCardView::from).unwrap_or_default(),
            services: services.into_iter().map(|service| service.name.clone()).collect(),
        }
    }
}
