//! Products and their stock.

mod handlers;
mod routes;

pub use routes::routes;
