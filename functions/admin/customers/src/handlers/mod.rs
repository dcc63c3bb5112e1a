//! One file per thing that is looked after.

pub mod customers;
pub mod notes;
pub mod tags;
