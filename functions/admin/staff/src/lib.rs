//! Staff members.

mod routes;

pub use routes::routes;
