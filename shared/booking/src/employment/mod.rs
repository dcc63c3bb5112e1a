//! Employment: adding and changing staff members, and what their leaving does to bookings.

mod admin;
mod leaving;

pub use admin::{Employment, StaffError};
