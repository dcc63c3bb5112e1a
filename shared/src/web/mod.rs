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
mod limits;
pub mod openapi;
mod paging;
mod query;
mod routes;

pub use body::{Body, Fields, Problems, Valid, body, camel};
pub use caller::{Caller, ClientIp, RequestId};
#[expect(unused_imports, reason = "sign-in uses it")]
pub(crate) use cookies::cookie;
pub use cookies::{expired_cookie, read_cookie, session_cookie, session_cookie_name};
pub use envelope::{Answer, Done, Meta, Success, created, ok, paged};
pub use errors::{Code, Refusal};
pub use feed_page::FeedPage;
pub use field::{Field, Int, MOST, Text, Trimmed};
#[expect(unused_imports, reason = "sign-in uses it")]
pub(crate) use gate::refuse_foreign_origin;
pub use limits::Limit;
pub use paging::{PageNumber, PageSize, page_of};
pub use query::{PathParam, Query};
pub use routes::{Access, Route, Routes, Spec, identity, machine, public, role};
