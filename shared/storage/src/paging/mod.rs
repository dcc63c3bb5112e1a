//! Paging: parameters of the request and `meta` of the response.

mod cursor;
mod feed;
mod meta;
mod numbered;
mod size_limit;

pub use cursor::{Cursor, CursorList, CursorMeta, ListError, ListPart, Listed, PageLimit};
pub use feed::FeedPage;
pub use meta::Meta;
pub use numbered::{PageNumber, PageSize, page_of};
pub use size_limit::{MAX_RESPONSE, SizeLimit};
