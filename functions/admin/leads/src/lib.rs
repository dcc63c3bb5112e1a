//! The lead pipeline.

mod handlers;
mod routes;

pub use routes::routes;
