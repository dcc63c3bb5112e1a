//! The customer directory, notes and tags.

mod routes;

pub use routes::routes;
