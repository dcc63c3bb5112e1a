//! A customer's gems and membership.

mod routes;

pub use routes::routes;
