//! Error responses of links.

use super::{Code, Refusal};
use parlour_booking::links::LinkError;

impl From<LinkError> for Refusal {
    fn from(error: LinkError) -> Self {
        match error {
            LinkError::Unknown => Self::not_found("This link"),
            LinkError::NothingBooked => {
                Self::new(Code::Conflict, "Nothing is booked yet: please accept the time that is offered first.")
            }
            LinkError::Over => Self::new(
                Code::BusinessRuleViolation,
                "This visit is over for more than a day: it has no link any more.",
            ),
            LinkError::NobodyToOpenIt => Self::new(
                Code::BusinessRuleViolation,
                "This visit's customer was erased or may not sign in any more: a link would open nothing.",
            ),
            LinkError::NotConfigured => {
                Self::new(Code::ServiceUnavailable, "Links are not set up: there is no secret to sign them with.")
            }
            LinkError::Secret(error) => error.into(),
            LinkError::Booking(error) => error.into(),
            LinkError::Waitlist(error) => error.into(),
        }
    }
}
