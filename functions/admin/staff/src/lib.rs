//! Staff members.

mod handlers;
mod routes;

pub use routes::routes;
