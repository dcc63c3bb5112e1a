//! Appointments that repeat.

pub mod cancel;
pub mod make;
pub mod patch;
pub mod view;
