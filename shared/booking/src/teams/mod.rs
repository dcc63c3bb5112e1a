//! Who works at a branch on a day, and the slots that customers are offered.

mod public;
mod team;

pub use public::{
    Availability, AvailabilityError, AvailabilityRequest, PlannedServiceView, SlotView, SlotsView, WantedVisit,
};
pub use team::{BranchReference, Rooms, Team, Teams, WantedRooms};
