//! The admin app's pages, through the router.

mod billing;
mod board;
mod board_parts;
mod checkout;
mod chosen;
mod coverage;
mod drawer;
mod following;
mod inside;
mod manners;
mod messages;
mod pages;
mod pay;
mod people;
mod products;
mod repeats;
mod reports;
mod schedule;
pub(crate) mod seen;
mod setup;
mod table;
