//! One file per page.

mod agreed;
mod branches;
mod catalogue;
mod hours;
mod names;
mod people;
mod visits;
mod when;
mod your_data;

pub mod book;
pub mod booking;
pub mod bookings;
pub mod docs;
pub mod gems;
pub mod home;
pub mod link;
pub mod manifest;
pub mod membership;
pub mod notifications;
pub mod offline;
pub mod onboarding;
pub mod privacy;
pub mod profile;
pub mod robots;
pub mod services;
pub mod sign_in;
pub mod sitemap;
pub mod team;
pub mod unsubscribe;
pub mod waitlist;
pub mod welcome;
pub mod worker;
