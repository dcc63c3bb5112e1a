//! The end-to-end tests, a module per group.

mod availability;
mod bookings;
mod branches;
mod desk_bookings;
mod house;
mod leads;
mod offers;
mod schedule;
mod services;
mod staff;
mod staffed;
