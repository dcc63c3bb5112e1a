//! The public reads: services, availability, offers, branches, branding, health.

mod handlers;
mod routes;

pub use routes::routes;
