//! Reports the sales of the last seven days beside those of the seven days before, once a week.

use serde_json::Value;

use super::JobError;
use super::run::Run;
use super::support::reporting::{sales, send};
use parlour_senders::templates::Report;

pub async fn run(run: &Run<'_>) -> Result<Value, JobError> {
    let today = run.today();
    let (from, to) = (today.minus_days(7), today.minus_days(1));
    let facts = sales(run, from, to, (today.minus_days(14), today.minus_days(8))).await?;
    send(run, &Report::Weekly(facts), &to.to_string()).await
}
