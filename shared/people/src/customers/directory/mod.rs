//! The customer directory: one slim row per customer, written with whatever changes it, read from memory.
//!
//! Search, six sorts and an exact count over every customer are no question for an index. So each warm instance holds
//! all rows, and before it answers it asks the table what changed since it last asked: a few small reads side by side,
//! whatever the number of customers. A cold instance starts from a snapshot, which the sweep keeps close behind
//! (`snapshot.rs`); where there is none, as in a small salon, it reads every row.

mod entry;
mod keep;
mod log;
mod lowered;
mod memory;
mod places;
mod row;
mod rows;
mod snapshot;
mod store;
mod stretches;
mod tag_sets;
mod texts;

pub use memory::{Directory, Sort};
pub use row::{DirectoryChange, DirectoryPerson, DirectoryRow, Visits};
pub use rows::RowFacts;
pub use store::Customers;
