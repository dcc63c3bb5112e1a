//! Reports.

mod handlers;
mod routes;

pub use routes::routes;
