//! The customer directory: one slim row per customer, written with whatever changes it.

mod row;

pub use row::{Change, DirectoryRow, Person, Visits};
