//! Reports.

mod routes;

pub use routes::routes;
