//! A customer's gems, membership and calendar.

mod handlers;
mod routes;

pub use routes::routes;
