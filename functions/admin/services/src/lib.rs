//! The catalogue behind the counter.

mod routes;

pub use routes::routes;
