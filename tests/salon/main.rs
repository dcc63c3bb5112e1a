//! The end-to-end tests, a module per group.

mod auth;
mod authorization;
mod availability;
mod billing;
mod bookings;
mod branches;
mod checkout;
mod customers;
mod desk_bookings;
mod envelope;
mod events;
mod gems;
mod house;
mod jobs_doors;
mod leads;
mod memberships;
mod notifications;
mod offers;
mod onboarding;
mod reports;
mod schedule;
mod services;
mod staff;
mod staffed;
mod tags;
mod users;
