//! Error responses of calendar feeds.

use super::Refusal;
use parlour_booking::feeds::CalendarError;

impl From<CalendarError> for Refusal {
    fn from(error: CalendarError) -> Self {
        match error {
            CalendarError::Unknown => Self::not_found("This calendar"),
        }
    }
}
