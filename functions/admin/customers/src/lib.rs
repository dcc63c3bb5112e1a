//! The customer directory, notes and tags.

mod handlers;
mod routes;

pub use routes::routes;
