//! What a request leaves to be done later: written in its own transaction, relayed to the queue from there.

mod queue;
mod relay;

pub use queue::{AwsQueue, Queue, QueueEntry, QueueError, Wait, wait};
pub use relay::{RelayError, relay, sweep};

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
    /// JSON text.
    pub payload: String,
    pub due: Instant,
    pub created_at: Instant,
}

impl OutboxItem {
    pub fn new(id: MessageId, message: Message, now: Instant) -> Self {
        Self { id, task: message.task, payload: message.payload.to_string(), due: message.due, created_at: now }
    }

    pub fn message(&self) -> Message {
        let payload = serde_json::from_str(&self.payload).unwrap_or(Value::Null);
        Message { task: self.task, payload, due: self.due }
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
