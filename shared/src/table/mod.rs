//! The one table: typed records, reads named by keys, and the one unit in which anything is written.

mod bulk;
mod client;
pub mod keys;
mod record;
pub mod schema;
mod taken;
mod turns;
mod unit;

pub use bulk::Bulk;
pub use client::{Counted, Found, Page, Pages, Partition, Table, TableError};
pub use keys::{Key, Place};
pub use record::{Item, Places, Record, Stored};
pub use taken::Taken;
pub use turns::Turn;
pub(crate) use unit::backoff;
pub use unit::{Changes, Condition, Lost, Unit, Update, WriteError};
