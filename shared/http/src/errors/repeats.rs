//! Error responses of appointments that repeat.

use serde_json::json;

use super::{Code, Refusal};
use parlour_booking::repeats::RepeatError;
use parlour_storage::failure::Setback;

impl From<RepeatError> for Refusal {
    fn from(error: RepeatError) -> Self {
        match error {
            RepeatError::Unknown => Self::not_found("The repeat"),
            RepeatError::Invalid(problems) => problems.into(),
            RepeatError::Conflicts(occurrences) => Self::new(
                Code::BookingSlotUnavailable,
                "Not all of these times are free. Please choose another one, or what becomes of those that are not.",
            )
            .details(json!({ "occurrences": occurrences })),
            RepeatError::Overtaken => Setback::Contended.into(),
            RepeatError::Booking(error) => error.into(),
        }
    }
}
