//! Reports the sales of the seven days before the report was last due beside those of the seven days before them, once.

use serde_json::Value;

use super::run::Run;
use super::support::reporting::{sales, send};
use super::{Job, JobError};
use parlour_senders::templates::Report;

pub async fn run(run: &Run<'_>) -> Result<Value, JobError> {
    let due = run.due_on(Job::WeeklyReport);
    let (from, to) = (due.minus_days(7), due.minus_days(1));
    let facts = sales(run, from, to, (due.minus_days(14), due.minus_days(8))).await?;
    send(run, &Report::Weekly(facts), &to.to_string()).await
}
