//! Bookings at the front desk.

mod routes;

pub use routes::routes;
