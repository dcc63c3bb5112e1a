//! The end-to-end tests, a module per group.

mod availability;
mod house;
mod leads;
mod offers;
