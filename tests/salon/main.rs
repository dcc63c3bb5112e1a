//! The end-to-end tests, a module per group.

mod auth;
mod availability;
mod bookings;
mod branches;
mod customers;
mod desk_bookings;
mod house;
mod jobs_doors;
mod leads;
mod notifications;
mod offers;
mod onboarding;
mod schedule;
mod services;
mod staff;
mod staffed;
mod tags;
mod users;
