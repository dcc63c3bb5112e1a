//! Calendar feeds: an address with a secret, from which calendars read somebody's visits or their work again and again. The
//! table has only the secret's hash.

mod error;
mod record;
mod store;
mod token;
mod view;

pub use error::CalendarError;
pub use record::{CalendarFeed, FeedOf};
pub use store::Feeds;
pub use view::{CalendarAnswer, CalendarText};
