//! A customer's gems, membership, calendar and data.

mod handlers;
mod routes;

pub use routes::routes;
