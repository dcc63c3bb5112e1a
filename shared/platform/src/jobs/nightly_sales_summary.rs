//! The previous day's sales are kept, one row per branch. A day that is kept is not kept again.

use serde_json::Value;

use super::JobError;
use super::run::{Run, processed};
use parlour_money::summaries::Summaries;

pub async fn run(run: &Run<'_>) -> Result<Value, JobError> {
    Ok(processed(Summaries::of(run.salon).keep_day(&run.act, run.today().minus_days(1)).await?))
}
