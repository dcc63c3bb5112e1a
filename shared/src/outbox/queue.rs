//! The queue a message waits in until it is due: SQS up to a quarter of an hour ahead, a one-time schedule that delivers
//! to the same queue beyond. Tests and the local service bring their own.

use futures::future::BoxFuture;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Message, OutboxItem};
use crate::id::MessageId;
use crate::jobs::Task;
use crate::time::Instant;

/// A message as the queue carries it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct QueueEntry {
    pub id: MessageId,
    pub task: Task,
    pub payload: Value,
    pub due: Instant,
}

impl QueueEntry {
    pub fn message(&self) -> Message {
        Message::new(self.task, self.payload.clone(), self.due)
    }
}

impl From<&OutboxItem> for QueueEntry {
    fn from(item: &OutboxItem) -> Self {
        let Message { task, payload, due } = item.message();
        Self { id: item.id.clone(), task, payload, due }
    }
}

#[derive(Debug, thiserror::Error)]
#[error("the message could not be queued: {0}")]
pub struct QueueError(pub String);

/// Putting the same entry in twice may deliver it twice, which has one effect.
pub trait Queue: Send + Sync {
    fn put<'a>(&'a self, entry: &'a QueueEntry, now: Instant) -> BoxFuture<'a, Result<(), QueueError>>;
}

/// SQS takes a delay of a quarter of an hour and no more.
const LONGEST_DELAY: i64 = 900;

/// How an entry waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wait {
    Seconds(i32),
    /// As EventBridge Scheduler writes a moment, in UTC; never before the message is due.
    At(String),
}

pub fn wait(due: Instant, now: Instant) -> Wait {
    let millis = due.since(now).num_milliseconds().max(0);
    let seconds = millis.saturating_add(999) / 1000;
    if seconds <= LONGEST_DELAY {
        return Wait::Seconds(i32::try_from(seconds).unwrap_or(0));
    }
    let whole = Instant::from_seconds(due.millis().saturating_add(999).div_euclid(1000));
    Wait::At(format!("at({})", whole.utc().format("%Y-%m-%dT%H:%M:%S")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_of_an_hour_waits_in_the_queue_and_longer_on_a_timer() {
        let now: Instant = "2026-11-16T04:30:00.500Z".parse().unwrap();
        let later = |millis| Instant::from_millis(now.millis() + millis);
        assert_eq!(wait(later(-5), now), Wait::Seconds(0));
        assert_eq!(wait(later(0), now), Wait::Seconds(0));
        assert_eq!(wait(later(1), now), Wait::Seconds(1));
        assert_eq!(wait(later(900_000), now), Wait::Seconds(900));
        assert_eq!(wait(later(900_001), now), Wait::At("at(2026-11-16T04:45:01)".to_owned()));
    }
}
