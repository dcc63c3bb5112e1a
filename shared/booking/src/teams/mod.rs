//! Who works at a branch on a day, and the slots that customers are offered.

mod public;
mod team;

pub use public::{Availability, AvailabilityError, AvailabilityRequest, SlotView, SlotsView};
pub use team::{BranchReference, Team, Teams};
