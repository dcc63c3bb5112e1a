//! Error responses of bookings.

use serde_json::{Value, json};

use super::{Code, Refusal};
use parlour_booking::bookings::BookingError;
use parlour_booking::bookings::status::{Action, BookingStatus, IllegalTransition};

/// What the booking's status does not allow, and what can be done instead.
pub(super) fn refused_by_status(illegal: IllegalTransition) -> Refusal {
    let IllegalTransition { from, action } = illegal;
    let instead = instead_of(from, action).map(|instead| format!(" {instead}")).unwrap_or_default();
    let message = format!("This booking {}: it {}.{instead}", standing(from), cannot(action));
    Refusal::new(Code::BookingInvalidStatusTransition, message)
}

const fn standing(from: BookingStatus) -> &'static str {
    match from {
        BookingStatus::Pending => "is still a request",
        BookingStatus::Confirmed => "is confirmed",
        BookingStatus::InProgress => "is in progress",
        BookingStatus::Completed => "is completed",
        BookingStatus::Cancelled => "was cancelled",
        BookingStatus::NoShow => "is marked as a no-show",
        BookingStatus::Rejected => "was rejected",
    }
}

const fn cannot(action: Action) -> &'static str {
    match action {
        Action::Approve => "cannot be approved",
        Action::Reject | Action::AutoReject => "cannot be rejected",
        Action::Assign => "cannot be assigned",
        Action::CheckIn => "cannot be checked in",
        Action::UndoCheckIn => "has no check-in to undo",
        Action::Complete => "cannot be completed",
        Action::NoShow => "cannot be marked as a no-show",
        Action::UndoNoShow => "has no no-show to undo",
        Action::CancelByCustomer | Action::CancelByDesk => "cannot be cancelled",
        Action::Reschedule => "cannot be moved",
    }
}

/// Only what the one who asked may do: a customer moves bookings too, and completes none.
const fn instead_of(from: BookingStatus, action: Action) -> Option<&'static str> {
    use BookingStatus::{Cancelled, Completed, Confirmed, InProgress, NoShow, Pending, Rejected};
    match (from, action) {
        (Pending, Action::CheckIn | Action::Complete | Action::NoShow) => Some("Approve it first."),
        (Confirmed, Action::Approve) => Some("Assign it to give it to somebody else."),
        (Confirmed, Action::Reject) => Some("Cancel it instead."),
        (InProgress, Action::CancelByDesk | Action::NoShow) => Some("Undo the check-in first, or complete it."),
        (Completed, Action::UndoCheckIn | Action::CancelByDesk | Action::NoShow) => Some("Void its invoice first."),
        (NoShow, Action::CheckIn | Action::Complete | Action::CancelByDesk) => Some("Undo the no-show first."),
        (Cancelled | Rejected, Action::Approve | Action::CheckIn | Action::Complete | Action::Reschedule) => {
            Some("Book a new one.")
        }
        _ => None,
    }
}

impl From<BookingError> for Refusal {
    fn from(error: BookingError) -> Self {
        match error {
            BookingError::Unknown => Self::not_found("The booking"),
            BookingError::Invalid(problems) => problems.into(),
            BookingError::Status(illegal) => refused_by_status(illegal),
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
            BookingError::SuspendedCustomer(customer) => Self::suspended(customer),
            BookingError::SlotUnavailable { alternatives } => {
                let slots: Vec<Value> =
                    alternatives.iter().map(|slot| json!({ "startTime": slot.start, "endTime": slot.end })).collect();
                Self::new(Code::BookingSlotUnavailable, "That time is not free. Please choose another one.")
                    .details(json!({ "alternatives": slots }))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_refuses_in_plain_words() {
        let said = |from, action| refused_by_status(IllegalTransition { from, action }).message;
        assert_eq!(
            said(BookingStatus::InProgress, Action::CancelByDesk),
            "This booking is in progress: it cannot be cancelled. Undo the check-in first, or complete it."
        );
        assert_eq!(
            said(BookingStatus::Confirmed, Action::UndoNoShow),
            "This booking is confirmed: it has no no-show to undo."
        );
        for from in BookingStatus::ALL {
            for action in Action::ALL {
                let message = said(*from, *action);
                assert!(!message.contains('_') && message.ends_with('.'), "{message}");
            }
        }
    }
}
