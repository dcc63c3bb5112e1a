//! Storage: the table, what is written together, what follows from it, and the salon that holds them.

pub mod act;
pub mod at_once;
pub mod deadline;
mod event_type;
pub mod events;
pub mod failure;
mod feed_place;
pub mod health;
pub mod idempotency;
mod memory;
pub mod month_index;
pub mod outbox;
pub mod paging;
pub mod reference;
pub mod relay;
pub mod salon;
mod signing;
pub mod table;
pub mod transaction;
