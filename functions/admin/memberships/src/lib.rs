//! Memberships and their tiers.

mod routes;

pub use routes::routes;
