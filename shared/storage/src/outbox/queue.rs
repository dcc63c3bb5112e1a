//! The queue a message waits in until it is due. SQS delays up to 15 minutes; for longer a one-time schedule delivers to
//! the same queue. Tests and the local service bring their own queue.

use futures::future::BoxFuture;
use serde::{Deserialize, Serialize};

use super::message::OutboxMessage;
use super::task::Task;
use parlour_values::id::MessageId;
use parlour_values::time::Instant;

/// A message as the queue carries it. Its id is its event's with its number in it, so putting it twice is harmless.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct QueueEntry {
    pub id: MessageId,
    /// On the wire: `task` and `payload`.
    #[serde(flatten)]
    pub task: Task,
    pub due: Instant,
}

impl QueueEntry {
    pub fn message(&self) -> OutboxMessage {
        OutboxMessage::new(self.task.clone(), self.due)
    }
}

#[derive(Clone, Debug, thiserror::Error)]
#[error("the message could not be queued: {0}")]
pub struct QueueError(pub String);

/// Putting the same entry twice may deliver it twice; the jobs are idempotent.
pub trait Queue: Send + Sync {
    /// Puts the entries and answers for each, in their order: one that fails holds up no other.
    fn put<'a>(&'a self, entries: &'a [QueueEntry], now: Instant) -> BoxFuture<'a, Vec<Result<(), QueueError>>>;
}

/// The longest delay SQS takes, in seconds.
const LONGEST_DELAY: i64 = 900;

/// How an entry waits until it is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wait {
    Seconds(i32),
    /// In EventBridge Scheduler's syntax, UTC; rounded up, so never before the message is due.
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
