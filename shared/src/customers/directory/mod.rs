//! The customer directory: one slim row per customer, written with whatever changes it, read from memory.
//!
//! Search, six sorts and an exact count over every customer are no question for an index. So each warm instance holds
//! all rows, and before it answers it asks the table what changed since it last asked: eight small reads side by side,
//! whatever the number of customers. Only a cold instance reads everything (eight partitions side by side, about
//! 0.4 KB a customer).

mod memory;
mod row;
mod store;

pub use memory::{Directory, Sort};
pub use row::{DirectoryChange, DirectoryPerson, DirectoryRow, Visits};
pub use store::Customers;
