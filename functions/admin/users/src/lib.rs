//! Users and invites.

mod routes;

pub use routes::routes;
