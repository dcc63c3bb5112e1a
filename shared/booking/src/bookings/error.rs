//! Why something cannot be done with a booking.

use super::rules::RescheduleRefusal;
use super::status::IllegalTransition;
use parlour_people::customers::SuspendedCustomer;
use parlour_storage::failure::Refused;
use parlour_values::id::UserId;
use parlour_values::input::Problems;
use parlour_values::time::Interval;

#[derive(Debug, thiserror::Error)]
pub enum BookingError {
    #[error("no such booking")]
    Unknown,
    #[error("the request does not hold: {0:?}")]
    Invalid(Problems),
    #[error(transparent)]
    Status(#[from] IllegalTransition),
    /// A customer may cancel a pending or confirmed booking only.
    #[error("the booking can no longer be cancelled")]
    NotCancellable,
    #[error("a check-in can be taken back for a quarter of an hour only")]
    TooLateToUndo,
    #[error("a no-show can be taken back on the day it was marked only")]
    NoShowOfAnotherDay,
    #[error("the booking has been moved as often as it may be")]
    MovedTooOften,
    #[error("it is too late to move the booking")]
    TooLateToMove,
    #[error("the booking has begun")]
    TooLateToCancel,
    #[error("only a manager records what overlaps")]
    ManagersOnly,
    #[error("{name} does not do {service}")]
    LacksSkill { name: String, service: String },
    #[error("nobody is free at that time")]
    SlotUnavailable { alternatives: Vec<Interval> },
    #[error("the customer has as many open requests as they may have")]
    TooManyOpen,
    #[error("a customer with another name has the phone")]
    PhoneOfAnother { id: UserId, first_name: String },
    #[error("a customer who is suspended has the phone")]
    SuspendedCustomer(SuspendedCustomer),
}

impl Refused for BookingError {}

impl BookingError {
    /// One field that is wrong for a reason that only reading the table could show.
    pub(super) fn invalid(field: &str, message: &str) -> Self {
        Self::Invalid(Problems::of(field, message))
    }
}

impl From<RescheduleRefusal> for BookingError {
    fn from(refusal: RescheduleRefusal) -> Self {
        match refusal {
            RescheduleRefusal::Status(illegal) => Self::Status(illegal),
            RescheduleRefusal::TooOften => Self::MovedTooOften,
            RescheduleRefusal::TooLate => Self::TooLateToMove,
        }
    }
}
