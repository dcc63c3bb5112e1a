//! Appointments: their life cycle, their numbers, their times.

pub mod number;
pub mod rules;
pub mod status;
