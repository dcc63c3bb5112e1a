//! Why pay cannot be changed as asked.

use parlour_storage::failure::Refused;
use parlour_values::input::Problems;
use parlour_values::time::Month;

#[derive(Debug, thiserror::Error)]
pub enum PayError {
    #[error("there is no such staff member")]
    UnknownStaff,
    #[error("the request does not hold: {0:?}")]
    Invalid(Problems),
    #[error("the pay of {0} is closed")]
    Closed(Month),
    #[error("{0} is not over")]
    NotOver(Month),
}

impl Refused for PayError {}
