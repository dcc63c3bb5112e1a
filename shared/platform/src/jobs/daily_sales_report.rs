//! Reports the sales of the day on which the report was last due, once, with the head of the audit chain.

use serde_json::Value;

use super::run::Run;
use super::support::reporting::{sales, send};
use super::{Job, JobError};
use parlour_senders::templates::Report;
use parlour_storage::events::head;

pub async fn run(run: &Run<'_>) -> Result<Value, JobError> {
    let day = run.due_on(Job::DailySalesReport);
    let before = day.minus_days(1);
    let mut facts = sales(run, day, day, (before, before)).await?;
    facts.audit_head = head(&run.salon.table).await?;
    send(run, &Report::Daily(facts), &day.to_string()).await
}
