//! The web layer: envelopes, errors, request bodies, guards, limits, and the table of routes.

mod accepts;
mod admission;
mod caller;
mod cookies;
mod credential;
mod dry_run;
mod envelope;
mod errors;
mod finish;
mod front;
mod gate;
mod identity;
mod json;
#[cfg(feature = "lambda")]
pub mod lambda;
mod limits;
pub mod openapi;
mod pages;
mod query;
mod report;
mod request_meter;
mod routes;
mod share;
mod spec;
mod valid;

pub use caller::{Brought, ClientIp, Given, RequestId};
#[cfg(feature = "oidc")]
pub use cookies::state_cookie;
pub use cookies::{expired_cookie, read_cookie, session_cookie, session_cookie_name, state_cookie_name};
pub use envelope::{Answer, Revalidated, StrongTag, Success, listed, ok, paged, updated};
pub use errors::{Code, Refusal};
pub use front::{BypassedCloudFront, Front};
pub use identity::{PlainJson, Redirect, Visit};
pub use limits::Limit;
pub use pages::{PageWrapper, is_page_path, names_html, takes_html};
pub use query::{PathParam, Query, path_date, path_month};
pub use report::{CSV, NEXT_CURSOR, TooLong, file, report};
pub use request_meter::count_against;
pub use routes::Routes;
pub use spec::{Access, Content, Route, Spec, identity, machine, public, role};
pub use valid::{Upload, Valid, ValidUpTo};

// Requests allocate much and briefly, which mimalloc is fast at.
#[cfg(feature = "allocator")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
