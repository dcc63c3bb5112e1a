//! The catalogue behind the counter.

mod handlers;
mod routes;

pub use routes::routes;
