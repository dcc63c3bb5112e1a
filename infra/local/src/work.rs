//! The seam to the jobs: how a message is delivered and a job is run.

use parlour::jobs::{Job, JobError, Task};
use parlour::outbox::Message;
use parlour::salon::Salon;
use parlour::time::Instant;
use serde_json::Value;

pub use parlour_jobs::{SCHEDULES, Schedule, TRIGGERED};

pub fn is_job(name: &str) -> bool {
    name.parse::<Job>().is_ok()
}

/// Runs a job by its name, as its route does.
pub async fn run(salon: &Salon, name: &str, payload: Value) -> Result<Value, JobError> {
    parlour_jobs::run(salon, name, payload).await
}

/// Delivers a message of the queue.
pub async fn deliver(salon: &Salon, task: Task, payload: Value, due: Instant) -> Result<Value, JobError> {
    parlour_jobs::deliver(salon, &Message::new(task, payload, due)).await
}
