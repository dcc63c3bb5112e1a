//! Error responses of erasures.

use serde_json::json;

use super::{Code, Refusal};
use parlour_people::customers::ErasureError;
use parlour_values::money::Paise;

impl From<ErasureError> for Refusal {
    fn from(error: ErasureError) -> Self {
        match error {
            ErasureError::Unknown => Self::not_found("The customer"),
            ErasureError::NotAsked => Self::not_found("A wish to be erased"),
            ErasureError::WorksHere => {
                Self::new(Code::Conflict, "Whoever works here cannot be erased as a customer.").reason("works_here")
            }
            ErasureError::InTheWay { booking_ids, due, is_brought } => {
                let mut details = json!({ "reason": if booking_ids.is_empty() { "due" } else { "bookings_ahead" } });
                let message = match (booking_ids.is_empty(), is_brought) {
                    (false, _) => "There are bookings ahead. Cancel them first.",
                    (true, false) => "Something is still to be paid. It has to be settled first.",
                    (true, true) => {
                        "Something is still to be paid. It has to be settled first; what an import brought along is \
                         settled by an import of the customer with duePaise 0."
                    }
                };
                if !booking_ids.is_empty() {
                    details["bookingIds"] = json!(booking_ids);
                }
                if due > Paise::ZERO {
                    details["duePaise"] = json!(due);
                }
                Self::new(Code::Conflict, message).details(details)
            }
        }
    }
}
