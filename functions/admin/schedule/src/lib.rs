//! Rosters, leave, blocks, closures, and one's own schedule.

mod routes;

pub use routes::routes;
