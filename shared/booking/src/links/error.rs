//! Why a link does not do what was asked of it.

use crate::bookings::BookingError;
use crate::waitlist::WaitlistError;
use parlour_settings::SecretError;
use parlour_storage::failure::{Failure, Refused};

#[derive(Debug, thiserror::Error)]
pub enum LinkError {
    /// Made up, ended or replaced: nobody is told which.
    #[error("this link opens nothing")]
    Unknown,
    #[error("nothing is booked yet")]
    NothingBooked,
    #[error("the visit is too long ago for a link to it")]
    Over,
    #[error("the customer of the visit is nobody who could open a link")]
    NobodyToOpenIt,
    #[error("there is no secret to sign links with")]
    NotConfigured,
    #[error(transparent)]
    Secret(#[from] SecretError),
    #[error(transparent)]
    Booking(BookingError),
    #[error(transparent)]
    Waitlist(WaitlistError),
}

impl Refused for LinkError {}

/// A customer whose link ended while it was used hears what anybody hears whose link has ended.
impl From<BookingError> for LinkError {
    fn from(error: BookingError) -> Self {
        match error {
            BookingError::Unknown => Self::Unknown,
            error => Self::Booking(error),
        }
    }
}

impl From<WaitlistError> for LinkError {
    fn from(error: WaitlistError) -> Self {
        match error {
            WaitlistError::Unknown => Self::Unknown,
            error => Self::Waitlist(error),
        }
    }
}

/// The failure of another aggregate.
pub(super) fn by<E: Into<LinkError>>(failure: Failure<E>) -> Failure<LinkError> {
    match failure {
        Failure::Refused(error) => Failure::Refused(error.into()),
        Failure::Setback(setback) => Failure::Setback(setback),
    }
}
