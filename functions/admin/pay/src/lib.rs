//! Commission rules and the pay of a month.

mod handlers;
mod routes;

pub use routes::routes;
