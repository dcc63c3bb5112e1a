//! Memberships and their tiers.

mod handlers;
mod routes;

pub use routes::routes;
