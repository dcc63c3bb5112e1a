//! What agents with a token may read at the desk, by the Model Context Protocol.

mod handlers;
mod routes;
mod tools;

pub use routes::routes;
