//! Leads from the landing page.

mod handlers;
mod routes;

pub use routes::routes;
