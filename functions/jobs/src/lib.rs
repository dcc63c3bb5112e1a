//! The 19 jobs behind their three doors: signed HTTP, EventBridge Scheduler, SQS.

pub mod doors;
mod handlers;
mod routes;

pub use routes::routes;
