//! Branches and their settings.

mod handlers;
mod routes;

pub use routes::routes;
