//! Notifications and realtime token of the people at work.

mod handlers;
mod routes;

pub use routes::routes;
