//! Reports the day's sales, once a day, with the head of the audit chain.

use serde_json::Value;

use super::JobError;
use super::run::Run;
use super::support::reporting::{sales, send};
use parlour_senders::templates::Report;
use parlour_storage::events::head;

pub async fn run(run: &Run<'_>) -> Result<Value, JobError> {
    let (today, before) = (run.today(), run.today().minus_days(1));
    let mut facts = sales(run, today, today, (before, before)).await?;
    facts.audit_head = head(&run.salon.table).await?;
    send(run, &Report::Daily(facts), &today.to_string()).await
}
