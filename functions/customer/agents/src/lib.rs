//! The salon's data that agents may read, by the Model Context Protocol.

mod handlers;
mod routes;
mod tools;

pub use routes::routes;
