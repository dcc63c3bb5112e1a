//! Availability: intervals of a day, rosters, a person's ledger, the public slots.

pub mod availability;
pub mod interval;
pub mod ledger;
mod public;
mod records;
pub mod roster;
mod team;

#[cfg(test)]
mod minute_model;

pub use interval::Interval;
pub use public::{AvailabilityError, AvailabilityRequest, SlotView, SlotsView};
pub use records::{Closure, Rosters};
pub use team::{BranchReference, Team};

use crate::text_enum::text_enum;

text_enum! {
    /// How a branch accepts bookings.
    pub enum SlotPolicy {
        /// Requests may overlap, and reception resolves them. Taken time is recorded, never refused.
        Open => "open",
        /// A slot needs somebody who is at work and free; no minute is booked twice.
        Staffed => "staffed",
    }
}
