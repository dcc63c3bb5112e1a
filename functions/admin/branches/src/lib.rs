//! Branches and their settings, and the salon's branding.

mod handlers;
mod routes;

pub use routes::routes;
