//! The web layer: envelopes, errors, request bodies, guards, limits, and the table of routes.

mod body;
mod caller;
mod cookies;
mod envelope;
mod errors;
mod feed_page;
mod field;
mod finish;
mod gate;
mod identity;
mod limits;
pub mod openapi;
mod paging;
mod query;
mod routes;

pub use body::{Body, Checked, Fields, Problems, Read, Valid, body, camel};
pub use caller::{Caller, ClientIp, RequestId};
pub use cookies::{expired_cookie, read_cookie, session_cookie, session_cookie_name, state_cookie, state_cookie_name};
pub use envelope::{Answer, Done, Meta, Success, created, ok, paged};
pub use errors::{Code, Refusal};
pub use feed_page::FeedPage;
pub use field::{Field, Int, MOST, Text, Trimmed, Upcoming};
pub(crate) use field::{enum_fields, parsed, text_fields};
pub use identity::{Away, Bare, Visit};
pub use limits::Limit;
pub use paging::{PageNumber, PageSize, page_of};
pub use query::{PathParam, Query};
pub use routes::{Access, Route, Routes, Spec, identity, machine, public, role};
