//! Error responses of customers and tags.

use super::{Code, Refusal};
use parlour_people::customers::CustomerError;

impl From<CustomerError> for Refusal {
    fn from(error: CustomerError) -> Self {
        match error {
            CustomerError::Unknown => Self::not_found("The customer"),
            CustomerError::UnknownTag => Self::invalid_field("tagId", "must be an existing tag"),
            CustomerError::UnknownBooking => Self::invalid_field("bookingId", "must be a booking of this customer"),
            CustomerError::TagTaken => Self::new(Code::Conflict, "A tag of this name already exists."),
            CustomerError::MergesUnknown => Self::invalid_field("fromId", "must be an existing customer"),
            CustomerError::NotAWalkIn => {
                Self::new(Code::BusinessRuleViolation, "Only a walk-in who never signed in can be merged.")
            }
            CustomerError::MergedElsewhere => {
                Self::new(Code::Conflict, "This walk-in has been merged into somebody else.")
            }
            CustomerError::BothAreMembers => {
                Self::new(Code::MembershipAlreadyActive, "Both have an active membership. Cancel one of them first.")
            }
        }
    }
}
