//! Branches and their settings.

mod routes;

pub use routes::routes;
