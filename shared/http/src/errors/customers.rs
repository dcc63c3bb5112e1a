//! Error responses of customers and tags.

use serde_json::json;

use super::{Code, Refusal};
use parlour_people::customers::{CustomerError, SuspendedCustomer};

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
            CustomerError::ToBeErased => {
                Self::new(Code::Conflict, "This walk-in is to be erased. Take that back first, or let it happen.")
            }
            CustomerError::PhoneHeld { id, first_name } => {
                Self::new(Code::Conflict, "A customer with this phone is there already.")
                    .details(json!({ "customer": { "id": id, "firstName": first_name } }))
            }
            CustomerError::Suspended(customer) => Self::suspended(customer),
            CustomerError::AboveOwn => Self::forbidden("This user's role is above your own."),
            CustomerError::EmailIsTheirs => Self::new(
                Code::BusinessRuleViolation,
                "This customer signs in with their email and changes it themselves.",
            ),
            CustomerError::UnknownStaff => Self::invalid_field("preferredStaffId", "must be a staff member"),
            CustomerError::GuardianMissing => Self::guardian_missing(),
            CustomerError::BothAreMembers => {
                Self::new(Code::MembershipAlreadyActive, "Both have an active membership. Cancel one of them first.")
            }
        }
    }
}

impl Refusal {
    /// The phone is that of somebody whom nothing is booked for or sold to now.
    pub(super) fn suspended(customer: SuspendedCustomer) -> Self {
        let SuspendedCustomer { id, first_name } = customer;
        Self::new(Code::Conflict, "The customer with this phone is suspended. The owner can make them active again.")
            .details(json!({ "customer": { "id": id, "firstName": first_name }, "reason": "suspended" }))
    }
}
