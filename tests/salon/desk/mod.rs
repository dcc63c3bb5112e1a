//! The admin app's pages, through the router.

mod coverage;
mod inside;
mod pages;
mod reports;
mod table;
