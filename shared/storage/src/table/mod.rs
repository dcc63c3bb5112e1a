//! The one DynamoDB table: typed records, reads by key, and transactions for writes.

mod atomic_write;
mod bulk;
mod changes;
mod client;
mod dry_run;
mod error;
mod expression;
mod found;
mod gather;
mod in_order;
mod key_lock;
pub mod keys;
mod known;
mod overlay;
mod partition;
mod recent;
mod record;
pub mod schema;
mod timeouts;
mod unique_value;
mod versions;

pub use atomic_write::backoff;
pub use atomic_write::{AtomicWrite, FailedConditions, WriteError};
pub use bulk::Bulk;
pub use changes::{Changes, Condition, Update};
pub use client::{Counted, Page, Pages, Table};
pub use error::TableError;
pub use found::Found;
pub use in_order::InOrder;
pub use key_lock::KeyLock;
pub use keys::{IndexKey, Key, Topic};
pub use known::Version;
pub use partition::Partition;
pub use record::{Item, Places, Record, Stored, is_default, record_of, rewritten, row_of};
pub use timeouts::client;
pub use unique_value::UniqueValue;
