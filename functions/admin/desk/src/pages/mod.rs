//! A file per page.

// the day
pub mod board;
pub mod booking;
pub mod bookings;
mod repeats;
mod statuses;
mod times;
pub mod waitlist;
pub mod walk_in;
// customers and money
pub mod billing;
mod cards;
pub mod checkout;
mod chosen_branch;
mod counter;
pub mod customer;
pub mod customers;
pub mod drawer;
pub mod invoice;
pub mod lead;
pub mod leads;
mod links;
pub mod membership;
pub mod memberships;
mod picker;
pub mod sale;
mod states;
mod tags;
// the salon's set-up
pub mod branches;
mod fields;
mod hours;
pub mod me;
pub mod offers;
pub mod products;
pub mod schedule;
pub mod services;
pub mod staff;
pub mod users;
// numbers and the inside
pub mod branding;
pub mod exports;
pub mod import;
pub mod integrations;
pub mod logs;
pub mod messages;
pub mod notifications;
pub mod pay;
mod persons;
pub mod reports;
pub mod tokens;
pub mod webhooks;
// everybody
pub mod docs;
pub mod installed;
pub mod search;
pub mod sign_in;
