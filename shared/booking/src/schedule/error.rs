//! Why a change to the schedule is refused.

use parlour_storage::failure::Refused;
use parlour_values::id::BookingId;
use parlour_values::input::Problems;

#[derive(Debug, thiserror::Error)]
pub enum ScheduleError {
    #[error("no such {0}")]
    Unknown(&'static str),
    #[error("the request does not hold: {0:?}")]
    Invalid(Problems),
    #[error("confirmed bookings are in the way")]
    InTheWay(Vec<BookingId>),
    #[error("the room holds bookings ahead")]
    HoldsBookings(Vec<BookingId>),
    #[error("the branch is already closed that day")]
    AlreadyClosed,
    #[error("the leave overlaps another")]
    OverlappingLeave,
    #[error("the leave has been decided, or is over")]
    WrongState,
    #[error("nobody decides on their own leave")]
    OwnRequest,
    #[error("leave begins in the past")]
    InThePast,
}

impl Refused for ScheduleError {}

impl ScheduleError {
    pub(super) fn invalid(field: &str, message: &str) -> Self {
        Self::Invalid(Problems::of(field, message))
    }

    pub(super) fn from_problems(found: Vec<(String, String)>) -> Self {
        let mut problems = Problems::default();
        for (path, message) in found {
            problems.add(path, message);
        }
        Self::Invalid(problems)
    }
}
