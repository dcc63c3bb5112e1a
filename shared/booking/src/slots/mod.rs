//! Free time: rosters, the ledger of a person's or a room's day, and the plans and slots that follow from them. Pure but for
//! the rows.

pub mod availability;
pub mod day;
pub mod ledger;
pub mod need;
pub mod person;
pub mod plan;
pub mod reason;
mod records;
mod resource;
pub mod room;
pub mod roster;

#[cfg(test)]
mod minute_model;
#[cfg(test)]
mod minute_plans;
#[cfg(test)]
pub(crate) mod spans;

pub use records::{Closure, Rosters};
pub use resource::Resource;
