//! The admin app's pages, through the router.

mod board;
mod coverage;
mod inside;
mod pages;
mod reports;
mod schedule;
mod setup;
mod table;
