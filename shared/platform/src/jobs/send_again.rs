//! Sends a message to a phone once more, some time after WhatsApp has told that it failed for now.

use serde_json::{Value, json};

use super::run::Run;
use super::{JobError, deliver};
use crate::notifications::{ChannelState, DeliveryLog};
use parlour_storage::outbox::QueueEntry;
use parlour_storage::table::keys;

/// Brings the message that the log keeps, unless it has arrived, or another delivery has sent it, by now.
pub async fn run(run: &Run<'_>, log: &str) -> Result<Value, JobError> {
    let log = run.salon.table.get::<DeliveryLog>(&keys::sent(log)).await?;
    let waiting = log.filter(|log| log.email == Some(ChannelState::Retry));
    let again = waiting.and_then(|log| serde_json::from_str::<QueueEntry>(log.again.as_deref()?).ok());
    match again {
        Some(again) => Box::pin(deliver(run.salon, &again.message())).await,
        None => Ok(json!({ "success": true })),
    }
}
