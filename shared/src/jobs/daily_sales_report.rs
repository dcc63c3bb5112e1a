//! Reports the day's sales, once a day.

use serde_json::Value;

use super::JobError;
use super::reporting::{sales, send};
use super::run::Run;
use crate::outbound::templates::Report;

pub async fn run(run: &Run<'_>) -> Result<Value, JobError> {
    let (today, before) = (run.today(), run.today().minus_days(1));
    let facts = sales(run, today, today, (before, before)).await?;
    send(run, &Report::Daily(facts), &today.to_string()).await
}
