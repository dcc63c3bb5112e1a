//! What agents may read of the salon, by the Model Context Protocol.

mod handlers;
mod routes;
mod tools;

pub use routes::routes;
