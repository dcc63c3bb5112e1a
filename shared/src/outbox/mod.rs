//! What a request leaves to be done later: written in its own transaction, relayed to the queue from there.

#[cfg(feature = "queue")]
mod aws_queue;
mod queue;
mod relay;

#[cfg(feature = "queue")]
pub use aws_queue::AwsQueue;
pub use queue::{Queue, QueueEntry, QueueError, Wait, wait};
pub use relay::{RelayError, relay, sweep, waiting_items};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::id::MessageId;
use crate::jobs::Task;
use crate::table::{Key, Places, Record, keys};
use crate::time::Instant;

/// One piece of work for the queue. `payload` carries what makes it stale (a start time, a version), so that an old
/// timer of a changed record does nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Message {
    pub task: Task,
    pub payload: Value,
    pub due: Instant,
}

impl Message {
    pub fn new(task: Task, payload: Value, due: Instant) -> Self {
        Self { task, payload, due }
    }
}

/// A message that waits to be relayed. Its id names the queue entry too, so relaying twice is harmless.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct OutboxItem {
    pub id: MessageId,
    pub task: Task,
    /// Kept as JSON text.
    #[serde(with = "json_text")]
    pub payload: Value,
    pub due: Instant,
    pub created_at: Instant,
}

impl OutboxItem {
    pub fn new(id: MessageId, message: Message, now: Instant) -> Self {
        Self { id, task: message.task, payload: message.payload, due: message.due, created_at: now }
    }

    pub fn message(&self) -> Message {
        Message { task: self.task, payload: self.payload.clone(), due: self.due }
    }
}

mod json_text {
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serializer};
    use serde_json::Value;

    pub fn serialize<S: Serializer>(payload: &Value, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&payload.to_string())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Value, D::Error> {
        serde_json::from_str(&String::deserialize(from)?).map_err(|_| D::Error::custom("the payload is not JSON"))
    }
}

impl Record for OutboxItem {
    const KIND: &'static str = "outbox";

    fn key(&self) -> Key {
        keys::outbox(&self.id)
    }

    fn places(&self) -> Places {
        Places { g3: Some(keys::outbox_waiting(self.created_at, &self.id)), ..Places::default() }
    }
}
