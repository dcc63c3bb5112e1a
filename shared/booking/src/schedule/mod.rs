//! Working times: rosters, exceptions for a day, blocks, closures, leave, and a staff member's own schedule.

mod blocks;
mod board;
mod clashes;
mod closures;
mod error;
mod leave;
mod me;
mod records;
mod request;
mod resources;
mod rosters;
mod view;

pub use board::{PlannedDay, PlannedPerson};
pub use clashes::Clashes;
pub use error::ScheduleError;
pub use me::LeaveTaker;
pub use records::{BlockRecord, Leave, LeaveBook, LeaveStatus, LeaveType};
pub use request::{
    ApproveLeaveRequest, AskLeaveRequest, BlockRequest, ClosureRequest, LeaveListRequest, ListBlocksRequest,
    ListClosuresRequest, RejectLeaveRequest, RevokeLeaveRequest, RosterDayRequest, ScheduleRequest, SpanRequest,
    WeeklyRequest,
};
pub use view::{
    BlockAnswer, BlockList, BlockView, ClosureAnswer, ClosureList, ClosureView, DayAnswer, DayView, LeaveAnswer,
    LeaveList, LeaveView, MeAnswer, MyBooking, MyDay, MySchedule, MyUser, ScheduleAnswer, StaffDays, WeeklyAnswer,
};

use parlour_storage::salon::Salon;

pub struct Schedule<'a>(&'a Salon);

impl<'a> Schedule<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }
}
