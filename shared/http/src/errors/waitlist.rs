//! Error responses of the waitlist.

use serde_json::{Value, json};

use super::{Code, Refusal};
use parlour_booking::waitlist::WaitlistError;

impl From<WaitlistError> for Refusal {
    fn from(error: WaitlistError) -> Self {
        match error {
            WaitlistError::Unknown => Self::not_found("The wish"),
            WaitlistError::Invalid(problems) => problems.into(),
            WaitlistError::NoWaitlist => Self::new(
                Code::BusinessRuleViolation,
                "This branch keeps no waitlist: ask for the time you would like.",
            )
            .reason("NO_WAITLIST"),
            WaitlistError::FreeNow => {
                Self::new(Code::BusinessRuleViolation, "A time that fits is free now: please book it.")
                    .reason("FREE_NOW")
            }
            WaitlistError::TooManyOpen => Self::new(
                Code::BusinessRuleViolation,
                "You are on the waitlist five times already. Please remove one of them first.",
            )
            .reason("TOO_MANY_WISHES"),
            WaitlistError::NoLiveOffer => {
                Self::new(Code::Conflict, "There is no offer to answer: it may have run out or gone to somebody else.")
                    .reason("NO_LIVE_OFFER")
            }
            WaitlistError::Withdrawn => Self::new(
                Code::Conflict,
                "The salon cannot do that time any more. You are still on the waitlist: another one is being looked for.",
            )
            .reason("OFFER_WITHDRAWN"),
            WaitlistError::State(_) => Self::new(Code::Conflict, format!("Not possible: {error}.")),
            WaitlistError::NotOfferedNow => Self::new(
                Code::BusinessRuleViolation,
                "Nothing is offered from 21:00 to 08:00, nor less than 65 minutes before its start.",
            ),
            WaitlistError::NotOnOffer => {
                Self::new(Code::BusinessRuleViolation, "A service of this wish is no longer on offer.")
                    .reason("NOT_ON_OFFER")
            }
            WaitlistError::Taken { alternatives } => {
                let slots: Vec<Value> =
                    alternatives.iter().map(|slot| json!({ "startTime": slot.start, "endTime": slot.end })).collect();
                Self::new(Code::BookingSlotUnavailable, "That time is not free. Please choose another one.")
                    .details(json!({ "alternatives": slots }))
            }
        }
    }
}
