//! Error responses of the schedule.

use serde_json::json;

use super::{Code, Refusal};
use parlour_booking::schedule::ScheduleError;

impl From<ScheduleError> for Refusal {
    fn from(error: ScheduleError) -> Self {
        match error {
            ScheduleError::Unknown(what) => Self::not_found(&format!("The {what}")),
            ScheduleError::Invalid(problems) => problems.into(),
            ScheduleError::InTheWay(ids) => {
                Self::new(Code::Conflict, "Confirmed bookings are in the way.").details(json!({ "bookingIds": ids }))
            }
            ScheduleError::HoldsBookings(ids) => {
                Self::new(Code::Conflict, "Bookings ahead hold this room: move or cancel them first.")
                    .details(json!({ "bookingIds": ids }))
            }
            ScheduleError::AlreadyClosed => Self::new(Code::Conflict, "The branch is already closed that day."),
            ScheduleError::OverlappingLeave => Self::new(Code::Conflict, "This overlaps another leave."),
            ScheduleError::WrongState => Self::new(Code::Conflict, "This leave can no longer be changed."),
            ScheduleError::OwnRequest => Self::forbidden("Somebody else must decide on your own leave."),
            ScheduleError::InThePast => Self::new(Code::BusinessRuleViolation, "Leave cannot begin in the past."),
        }
    }
}
