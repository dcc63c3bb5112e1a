//! Free time: rosters, a person's ledger of a day, and the slots that follow from both. Pure but for the rows.

pub mod availability;
pub mod ledger;
mod records;
pub mod roster;

#[cfg(test)]
mod minute_model;
#[cfg(test)]
pub(crate) mod spans;

pub use records::{Closure, Rosters};
