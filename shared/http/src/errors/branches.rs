//! Error responses of branches.

use serde_json::json;

use super::{Code, Refusal};
use parlour_setup::branches::{BranchError, NOT_OF_THE_STATE};

impl From<BranchError> for Refusal {
    fn from(error: BranchError) -> Self {
        match error {
            BranchError::Unknown => Self::not_found("The branch"),
            BranchError::CodeTaken => Self::new(Code::Conflict, "Another branch already has this code."),
            BranchError::CodeInUse => Self::new(Code::Conflict, "Bookings carry this branch's code: it stays."),
            BranchError::GstinOfAnotherState => Self::invalid_field("gstin", NOT_OF_THE_STATE),
            BranchError::ClosesBeforeItOpens => Self::invalid_field("closeTime", "must be after openTime"),
            BranchError::InstantWithoutStaff => Self::new(
                Code::BusinessRuleViolation,
                "Bookings are confirmed at once only where times are offered when somebody is free.",
            ),
            BranchError::NoOtherPrimary => {
                Self::new(Code::BusinessRuleViolation, "One branch is primary. Make another one primary instead.")
            }
            BranchError::HoldsBookings(bookings) => {
                Self::new(Code::Conflict, "Bookings are ahead at this branch: move or cancel them first.")
                    .details(json!({ "bookingIds": bookings }))
            }
        }
    }
}
