//! Invoices, credit notes, the day's takings.

mod routes;

pub use routes::routes;
