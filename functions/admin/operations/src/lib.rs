//! Integrations and logs.

mod routes;

pub use routes::routes;
