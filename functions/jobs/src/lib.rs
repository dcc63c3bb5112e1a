//! The 19 jobs behind their three doors: signed HTTP, EventBridge Scheduler, SQS.

pub mod doors;
mod handlers;
mod routes;

use parlour::outbox::Message;
use parlour::salon::Salon;
use serde_json::Value;

pub use parlour::jobs::JobError;
pub use parlour::jobs::schedule::{Cadence, SCHEDULES, Schedule};
pub use routes::routes;

/// The jobs that an event of the application triggers.
pub const TRIGGERED: [&str; 5] =
    ["post-service-followup", "stale-booking-alert", "noshow-check", "membership-expired-notice", "invoice-pdf"];

/// Runs a job by its name: what its route answers.
pub async fn run(salon: &Salon, name: &str, payload: Value) -> Result<Value, JobError> {
    parlour::jobs::run(salon, name, payload).await
}

/// Carries out one message of the queue.
pub async fn deliver(salon: &Salon, message: &Message) -> Result<Value, JobError> {
    parlour::jobs::deliver(salon, message).await
}
