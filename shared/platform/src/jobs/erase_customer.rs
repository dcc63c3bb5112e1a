//! Erases a customer two days after it was asked for. Every step finds what is left to do, and the last one takes the wish to
//! be erased away: delivered again, nothing is left.

use serde_json::{Value, json};

use super::JobError;
use super::run::Run;
use crate::erasure::{Erased, Erasures};
use parlour_values::id::UserId;
use parlour_values::time::Instant;

pub async fn run(run: &Run<'_>, user: &UserId, erase_on: Instant) -> Result<Value, JobError> {
    let erased = Erasures::of(run.salon).carry_out(&run.act, user, erase_on).await?;
    Ok(json!({ "success": true, "erased": erased == Erased::Now, "putOff": erased == Erased::PutOff }))
}
