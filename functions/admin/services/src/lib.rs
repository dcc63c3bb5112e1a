//! Services and categories, for managers.

mod handlers;
mod routes;

pub use routes::routes;
