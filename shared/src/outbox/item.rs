//! A message that waits in the table to be relayed to the queue.

use serde::{Deserialize, Serialize};

use super::message::Message;
use super::task::{Task, UnreadableTask};
use crate::id::MessageId;
use crate::table::{Key, Places, Record, keys};
use crate::time::Instant;

/// Its id also names the queue entry, so relaying it twice is harmless.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "OutboxRow", into = "OutboxRow")]
pub struct OutboxItem {
    pub id: MessageId,
    pub task: Task,
    pub due: Instant,
    pub created_at: Instant,
}

impl OutboxItem {
    pub fn new(id: MessageId, message: Message, now: Instant) -> Self {
        Self { id, task: message.task, due: message.due, created_at: now }
    }

    pub fn message(&self) -> Message {
        Message::new(self.task.clone(), self.due)
    }
}

/// The attributes in the table.
#[derive(Serialize, Deserialize)]
struct OutboxRow {
    id: MessageId,
    task: String,
    /// JSON text.
    payload: String,
    due: Instant,
    created_at: Instant,
}

impl From<OutboxItem> for OutboxRow {
    fn from(item: OutboxItem) -> Self {
        Self {
            id: item.id,
            task: item.task.name().to_owned(),
            payload: item.task.payload().to_string(),
            due: item.due,
            created_at: item.created_at,
        }
    }
}

impl TryFrom<OutboxRow> for OutboxItem {
    type Error = UnreadableTask;

    fn try_from(row: OutboxRow) -> Result<Self, UnreadableTask> {
        let task = Task::read(&row.task, &row.payload)?;
        Ok(Self { id: row.id, task, due: row.due, created_at: row.created_at })
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
