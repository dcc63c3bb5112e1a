//! From the events to the queue and into the feed. An event's messages are put into the queue first and the event is sealed
//! afterwards, so that a crash between the two repeats a message and never loses one: what is sealed is delivered.

use chrono::TimeDelta;

use crate::events::{EventItem, Unsealed, seal};
use crate::outbox::{Queue, QueueEntry, QueueError};
use crate::table::{Table, TableError};
use parlour_values::time::Instant;

/// An event that is not sealed by then was missed by the stream.
const MISSED_AFTER: TimeDelta = TimeDelta::minutes(5);
/// How many events are relayed in one go, as many as the stream hands over.
const AT_ONCE: usize = 100;

#[derive(Clone, Debug, thiserror::Error)]
pub enum RelayError {
    #[error(transparent)]
    Queue(#[from] QueueError),
    #[error(transparent)]
    Table(#[from] TableError),
}

/// Relays events side by side, and answers for each, in their order. Repeating it is harmless: a queue entry has its
/// event's id, the jobs are idempotent, and an event is sealed once.
pub async fn relay(
    table: &Table,
    queue: &dyn Queue,
    events: &[EventItem],
    now: Instant,
) -> Vec<Result<(), RelayError>> {
    let entries: Vec<QueueEntry> = events.iter().flat_map(|event| event.messages.iter().cloned()).collect();
    let mut put = match entries.as_slice() {
        [] => Vec::new(),
        entries => queue.put(entries, now).await,
    }
    .into_iter();
    let mut outcomes: Vec<Result<(), RelayError>> = Vec::with_capacity(events.len());
    for event in events {
        // Every one of its outcomes is taken, so that the next event's follow.
        let own: Vec<Result<(), QueueError>> = put.by_ref().take(event.messages.len()).collect();
        outcomes.push(own.into_iter().collect::<Result<(), QueueError>>().map_err(RelayError::from));
    }
    let queued = events.iter().zip(&outcomes).filter(|(_, outcome)| outcome.is_ok()).map(|(event, _)| event.clone());
    let queued: Vec<EventItem> = queued.collect();
    if let Err(error) = seal(table, &queued, now).await {
        for outcome in outcomes.iter_mut().filter(|outcome| outcome.is_ok()) {
            *outcome = Err(error.clone().into());
        }
    }
    outcomes
}

/// The outcome of relaying what waits.
pub struct Relayed {
    pub count: usize,
    /// The last failure: an event that cannot be read or relayed holds up no other, and is tried again the next time.
    pub failure: Option<RelayError>,
}

/// Relays what the stream has missed, and says how many events that were; an error if any failed.
pub async fn sweep(table: &Table, queue: &dyn Queue, now: Instant) -> Result<usize, RelayError> {
    let relayed = relay_waiting(table, queue, now.minus(MISSED_AFTER), now).await?;
    relayed.failure.map_or(Ok(relayed.count), Err)
}

/// Relays every event that was written up to a moment and is not sealed.
pub async fn relay_waiting(
    table: &Table,
    queue: &dyn Queue,
    until: Instant,
    now: Instant,
) -> Result<Relayed, TableError> {
    let mut unsealed = Unsealed::read(table, until).await?;
    let mut relayed = Relayed { count: 0, failure: unsealed.unreadable.last().map(|(_, error)| error.clone().into()) };
    let (events, mut failed) = (std::mem::take(&mut unsealed.events), Vec::new());
    for batch in events.chunks(AT_ONCE) {
        for (event, outcome) in batch.iter().zip(relay(table, queue, batch, now).await) {
            match outcome {
                Ok(()) => relayed.count = relayed.count.saturating_add(1),
                Err(error) => {
                    failed.push(event.clone());
                    relayed.failure = Some(error);
                }
            }
        }
    }
    unsealed.remember(table, now, &failed).await?;
    Ok(relayed)
}
