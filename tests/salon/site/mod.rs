//! The customer app's pages, through the router.

mod answers;
mod book;
mod bookings;
mod branches;
mod contents;
mod files;
mod hindi;
mod language;
pub(crate) mod table;
