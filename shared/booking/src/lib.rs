//! Booking: free time, rosters, and bookings from request to visit.

mod ahead;
pub mod bookings;
pub mod closing;
pub mod employment;
pub mod feeds;
pub mod freed;
mod ical;
pub mod links;
pub mod repeats;
pub mod resources;
pub mod schedule;
pub mod slots;
pub mod teams;
pub mod waitlist;
