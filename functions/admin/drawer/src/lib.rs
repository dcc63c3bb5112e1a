//! The cash drawer of a branch.

mod handlers;
mod routes;

pub use routes::routes;
