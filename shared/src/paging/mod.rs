//! Paging: parameters of the request and `meta` of the response.

mod feed;
mod meta;
mod numbered;

pub use feed::FeedPage;
pub use meta::Meta;
pub use numbered::{PageNumber, PageSize, page_of};
