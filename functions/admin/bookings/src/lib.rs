//! Bookings at the front desk.

mod handlers;
mod routes;

pub use routes::routes;
