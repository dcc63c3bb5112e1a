//! Branches and their settings, the salon's branding and its pictures.

mod handlers;
mod routes;

pub use routes::routes;
