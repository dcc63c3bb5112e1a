//! Invoices, credit notes, the day's takings.

mod handlers;
mod routes;

pub use routes::routes;
