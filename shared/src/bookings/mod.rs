//! Appointments: their life cycle, their numbers, their times.

mod booking;
pub mod number;
pub mod rules;
pub mod status;
mod view;

pub use booking::{BookedService, Booking, Reminded};
pub use view::{BookedServiceView, BookingCore, BookingView, DeskBookingView, SessionServiceView, SessionView};
