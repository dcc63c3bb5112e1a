//! Carries on with appointments that repeat, where whoever began to book, move or cancel them was cut off. The list says what
//! is left to do, and every step finds what is done already: a second run does nothing.

use serde_json::{Value, json};

use super::JobError;
use super::run::Run;
use parlour_booking::repeats::Repeats;
use parlour_storage::failure::Failure;
use parlour_values::id::RepeatId;

pub async fn run(run: &Run<'_>, id: &RepeatId) -> Result<Value, JobError> {
    match Repeats::of(run.salon).finish(&run.act, id).await {
        Ok(finished) => Ok(json!({ "success": true, "finished": finished })),
        Err(Failure::Refused(error)) => Err(JobError::Refused(error.to_string())),
        Err(Failure::Setback(setback)) => Err(setback.into()),
    }
}
