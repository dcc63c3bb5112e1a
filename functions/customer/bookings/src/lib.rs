//! A customer's bookings.

mod routes;

pub use routes::routes;
