//! Why something cannot be done with a repeat.

use super::view::OccurrenceView;
use crate::bookings::BookingError;
use parlour_storage::failure::Refused;
use parlour_values::input::Problems;

#[derive(Debug, thiserror::Error)]
pub enum RepeatError {
    #[error("no such repeat")]
    Unknown,
    #[error("the request does not hold: {0:?}")]
    Invalid(Problems),
    /// Some of its times are not free, and it is to be all or nothing.
    #[error("not all of its times are free")]
    Conflicts(Vec<OccurrenceView>),
    /// Somebody else finished or changed the list meanwhile.
    #[error("the list has changed meanwhile")]
    Overtaken,
    #[error(transparent)]
    Booking(#[from] BookingError),
}

impl Refused for RepeatError {}

impl RepeatError {
    pub(super) fn invalid(field: &str, message: &str) -> Self {
        Self::Invalid(Problems::of(field, message))
    }
}
