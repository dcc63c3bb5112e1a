//! Rosters, leave, blocks, closures, rooms, and one's own schedule.

mod handlers;
mod routes;

pub use routes::routes;
