//! Appointments: their life cycle, their numbers, their times.

pub mod status;
