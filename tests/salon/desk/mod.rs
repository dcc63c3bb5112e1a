//! The admin app's pages, through the router.

mod billing;
mod board;
mod checkout;
mod coverage;
mod inside;
mod pages;
mod people;
mod products;
mod reports;
mod schedule;
pub(crate) mod seen;
mod setup;
mod table;
