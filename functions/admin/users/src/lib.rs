//! Users and invites.

mod handlers;
mod routes;

pub use routes::routes;
