//! Pages of lists: what a request asks for and what the answer says of the whole.

mod feed;
mod meta;
mod numbered;

pub use feed::FeedPage;
pub use meta::Meta;
pub use numbered::{PageNumber, PageSize, page_of};
