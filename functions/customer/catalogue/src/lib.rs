//! The public reads: services, availability, offers, branches, health.

mod handlers;
mod routes;

pub use routes::routes;
