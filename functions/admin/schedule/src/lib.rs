//! Rosters, leave, blocks, closures, and one's own schedule.

mod handlers;
mod routes;

pub use routes::routes;
