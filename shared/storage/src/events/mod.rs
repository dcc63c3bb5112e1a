//! Events: one item for every change, written in its transaction, and the feed that puts them in one order.

pub mod chain;
mod changes;
mod feed;
mod item;
mod recent;
mod seal;
mod segment;
mod unsealed;
mod verify;

pub use crate::event_type::{EventType, KEPT_LONGEST};
pub use crate::feed_place::FeedPlace;
pub use changes::{Amounts, changed_fields, is_unchanged, with_amounts};
pub use feed::{EventPage, FeedCursor, FeedError, FeedEvent, FeedQuery, head, newest, read_feed};
pub use item::{EventItem, Fact};
pub use recent::written_since;
pub use seal::{Tail, seal, written_at};
pub use segment::{Sealed, Segment};
pub use unsealed::{Unsealed, unsealed_on};
pub use verify::{Broken, BrokenReason, Verified, verify};
