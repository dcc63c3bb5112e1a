//! The end-to-end tests, a module per group.

mod house;
mod leads;
mod offers;
