//! A customer's gems and membership.

mod handlers;
mod routes;

pub use routes::routes;
