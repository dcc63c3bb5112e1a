//! The desk's data that agents with a token may read, by the Model Context Protocol.

mod handlers;
mod routes;
mod tools;

pub use routes::routes;
