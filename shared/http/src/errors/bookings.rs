//! Error responses of bookings.

use serde_json::{Value, json};

use super::{Code, Refusal};
use parlour_booking::bookings::BookingError;

impl From<BookingError> for Refusal {
    fn from(error: BookingError) -> Self {
        match error {
            BookingError::Unknown => Self::not_found("The booking"),
            BookingError::Invalid(problems) => problems.into(),
            BookingError::Status(_) => {
                Self::new(Code::BookingInvalidStatusTransition, format!("Not possible: {error}."))
            }
            BookingError::TooLateToUndo => {
                Self::new(Code::BookingInvalidStatusTransition, "A check-in can be taken back within 15 minutes only.")
            }
            BookingError::NoShowOfAnotherDay => Self::new(
                Code::BookingInvalidStatusTransition,
                "A no-show can be taken back on the day it was marked only.",
            ),
            BookingError::NotCancellable => {
                Self::new(Code::BookingAlreadyCancelled, "Only a pending or confirmed booking can be cancelled.")
            }
            BookingError::MovedTooOften => Self::new(
                Code::BookingMaxReschedules,
                "This booking was moved as often as it may be. Please call the salon.",
            ),
            BookingError::TooLateToMove => Self::new(
                Code::BookingCancelWindowPassed,
                "It is too late to move this booking. Please call the salon.",
            ),
            BookingError::TooManyOpen => Self::new(
                Code::BusinessRuleViolation,
                "You have as many open requests as you may have. Please wait until the salon has answered some.",
            )
            .reason("TOO_MANY_OPEN"),
            BookingError::TooLateToCancel => Self::new(
                Code::BookingCancelWindowPassed,
                "This booking has begun: it can no longer be cancelled. Please call the salon.",
            ),
            BookingError::LacksSkill { name, service } => Self::new(
                Code::BusinessRuleViolation,
                format!("{name} does not do {service}. A manager can give it to them all the same."),
            ),
            BookingError::ManagersOnly => Self::forbidden("This needs the role manager or above."),
            BookingError::PhoneOfAnother { id, first_name } => Self::new(
                Code::Conflict,
                "A customer with another name has this phone. Please confirm that it is they, or a new customer.",
            )
            .details(json!({ "customer": { "id": id, "firstName": first_name } })),
            BookingError::SlotUnavailable { alternatives } => {
                let slots: Vec<Value> =
                    alternatives.iter().map(|slot| json!({ "startTime": slot.start, "endTime": slot.end })).collect();
                Self::new(Code::BookingSlotUnavailable, "That time is not free. Please choose another one.")
                    .details(json!({ "alternatives": slots }))
            }
        }
    }
}
