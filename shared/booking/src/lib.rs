//! Booking: free time, rosters, and bookings from request to visit.

pub mod bookings;
pub mod closing;
pub mod employment;
pub mod repeats;
pub mod resources;
pub mod schedule;
pub mod slots;
pub mod teams;
