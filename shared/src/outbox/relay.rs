//! From the outbox to the queue: first there, then gone from here, so that nothing is lost between.

use chrono::TimeDelta;
use futures::future::join_all;

use super::OutboxItem;
use super::queue::{Queue, QueueEntry, QueueError};
use crate::salon::Salon;
use crate::table::{Partition, Record as _, TableError, keys};

/// What has waited longer than this was missed by the stream.
const MISSED_AFTER: TimeDelta = TimeDelta::minutes(5);
/// How many are relayed side by side.
const AT_ONCE: usize = 16;

#[derive(Debug, thiserror::Error)]
pub enum RelayError {
    #[error(transparent)]
    Queue(#[from] QueueError),
    #[error(transparent)]
    Table(#[from] TableError),
}

/// Relays one item. Doing it again is harmless: the entry has the item's id, and its effect is had once.
pub async fn relay(salon: &Salon, queue: &dyn Queue, item: &OutboxItem) -> Result<(), RelayError> {
    queue.put(&QueueEntry::from(item), salon.clock.now()).await?;
    salon.table.forget(&item.key()).await?;
    Ok(())
}

/// Relays what the stream has missed; how many that were. One that fails, or cannot even be read, keeps none of the others
/// waiting; it is an error in the end, and waits for the next sweep.
pub async fn sweep(salon: &Salon, queue: &dyn Queue) -> Result<usize, RelayError> {
    let until = salon.clock.now().minus(MISSED_AFTER);
    let waiting = Partition::g3(keys::OUTBOX).between("0", format!("{until}~"));
    let (items, mut failure) = waiting_items(salon, waiting).await?;
    let mut relayed = 0_usize;
    for batch in items.chunks(AT_ONCE) {
        let relaying: Vec<_> = batch.iter().map(|item| relay(salon, queue, item)).collect();
        for outcome in join_all(relaying).await {
            match outcome {
                Ok(()) => relayed = relayed.saturating_add(1),
                Err(error) => failure = Some(error),
            }
        }
    }
    match failure {
        Some(error) => Err(error),
        None => Ok(relayed),
    }
}

/// What waits and can be read, and what is wrong with what cannot.
pub async fn waiting_items(
    salon: &Salon,
    waiting: Partition,
) -> Result<(Vec<OutboxItem>, Option<RelayError>), TableError> {
    let (mut items, mut failure) = (Vec::new(), None);
    for (key, item) in salon.table.query_items(waiting).await?.each::<OutboxItem>() {
        match item {
            Ok(item) => items.push(item.record),
            Err(error) => {
                tracing::error!(%error, item = key.pk, "an outbox item cannot be read");
                failure = Some(error.into());
            }
        }
    }
    Ok((items, failure))
}
