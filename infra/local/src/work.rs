//! The seam to the jobs: how a message is delivered and a job is run.

use parlour::jobs::Task;
use parlour::salon::Salon;
use serde_json::Value;

/// The schedules in the salon's time.
pub const SCHEDULES: [(&str, &str); 14] = [
    ("appointment-reminders", "cron(0/15 8-21 * * ? *)"),
    ("membership-expiry", "cron(30 0 * * ? *)"),
    ("birthday-emails", "cron(30 9 * * ? *)"),
    ("lead-followups", "cron(30 10 * * ? *)"),
    ("gems-expiry-reminder", "cron(30 10 * * ? *)"),
    ("membership-usage-nudges", "cron(0 11 * * ? *)"),
    ("daily-sales-report", "cron(30 22 * * ? *)"),
    ("weekly-report", "cron(0 9 ? * MON *)"),
    ("nightly-sales-summary", "cron(30 23 * * ? *)"),
    ("membership-auto-expire", "cron(0 0 * * ? *)"),
    ("offer-auto-expire", "cron(5 0 * * ? *)"),
    ("gems-auto-expire", "cron(10 0 * * ? *)"),
    ("session-cleanup", "cron(30 2 ? * SUN *)"),
    ("monthly-gst-summary", "cron(0 1 1 * ? *)"),
];

/// The jobs that an event queues.
pub const TRIGGERED: [&str; 5] =
    ["post-service-followup", "stale-booking-alert", "noshow-check", "membership-expired-notice", "invoice-pdf"];

pub fn is_job(name: &str) -> bool {
    SCHEDULES.iter().any(|(job, _)| *job == name) || TRIGGERED.contains(&name)
}

#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct WorkError(pub String);

/// Runs a job by its name, as its route does.
pub async fn run(_salon: &Salon, name: &str, _payload: Value) -> Result<Value, WorkError> {
    Err(WorkError(format!("{name} cannot be run yet")))
}

/// Delivers a message of the queue.
pub async fn deliver(_salon: &Salon, task: Task, _payload: Value) -> Result<Value, WorkError> {
    Err(WorkError(format!("{task} cannot be delivered yet")))
}
