//! A customer's bookings.

mod handlers;
mod routes;

pub use routes::routes;
