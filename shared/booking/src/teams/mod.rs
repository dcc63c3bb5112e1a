//! The people at a branch on a day, and the slots that customers are offered.

mod outlook;
mod public;
mod team;

pub use outlook::{Bookable, DayOff, Outlook};
pub use public::{
    Availability, AvailabilityError, AvailabilityRequest, PlannedServiceView, SlotView, SlotsView, WantedVisit,
};
pub use team::{BranchReference, Rooms, Team, Teams, WantedRooms};
