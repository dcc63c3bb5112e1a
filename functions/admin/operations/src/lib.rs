//! Integrations, tokens, webhooks and logs.

mod handlers;
mod routes;

pub use routes::routes;
