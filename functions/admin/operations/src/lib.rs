//! Integrations, tokens and logs.

mod handlers;
mod routes;

pub use routes::routes;
