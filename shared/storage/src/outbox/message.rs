//! One message for the queue: a task, and when it is due.

use super::notifiable_event::NotifiableEvent;
use super::task::Task;
use parlour_values::time::Instant;

#[derive(Clone, Debug, PartialEq)]
pub struct OutboxMessage {
    pub task: Task,
    pub due: Instant,
}

impl OutboxMessage {
    pub fn new(task: Task, due: Instant) -> Self {
        Self { task, due }
    }
}

impl NotifiableEvent {
    /// The message that notifies people of it, due at once.
    pub fn message(self, now: Instant) -> OutboxMessage {
        OutboxMessage::new(Task::Notify(self), now)
    }
}
