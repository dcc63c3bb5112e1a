//! Offers.

mod routes;

pub use routes::routes;
