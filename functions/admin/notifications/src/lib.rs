//! Notifications and realtime token of the people at work.

mod routes;

pub use routes::routes;
