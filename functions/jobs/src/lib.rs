//! The 19 jobs and their three triggers: signed HTTP, EventBridge Scheduler, SQS.

mod handlers;
mod routes;
pub mod triggers;

pub use routes::routes;
