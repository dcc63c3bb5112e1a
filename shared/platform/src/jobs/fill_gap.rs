//! Offers time that has come free to the waitlist. What is held for somebody is not free, and whoever has an offer is not
//! asked again: a second run finds nothing to do.

use serde_json::{Value, json};

use super::JobError;
use super::run::Run;
use parlour_booking::waitlist::{Gap, Waitlist};

pub async fn run(run: &Run<'_>, gap: Gap<'_>) -> Result<Value, JobError> {
    let offered = Waitlist::of(run.salon).fill(&run.act, gap).await?;
    Ok(json!({ "success": true, "offered": offered }))
}
