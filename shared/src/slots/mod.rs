//! Time and who is free: intervals of a day, rosters, a person's ledger, the public slots.

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
pub use team::Team;

use crate::text_enum::text_enum;

text_enum! {
    /// How a branch gives out its time.
    pub enum SlotPolicy {
        /// Requests may overlap; the desk sorts them out. Taken time is written down, never refused.
        Open => "open",
        /// A slot needs somebody who is there and free; nobody's minute is given twice.
        Staffed => "staffed",
    }
}
