//! From the outbox to the queue. An item is put into the queue first and deleted afterwards, so that a crash between the
//! two repeats a message and never loses one.

use chrono::TimeDelta;
use futures::StreamExt as _;
use futures::stream;

use super::item::OutboxItem;
use super::queue::{Queue, QueueEntry, QueueError};
use crate::table::{Partition, Record as _, Table, TableError, keys};
use crate::time::Instant;

/// What has waited longer than this was missed by the stream.
const MISSED_AFTER: TimeDelta = TimeDelta::minutes(5);
/// How many items are deleted at the same time.
const AT_ONCE: usize = 16;
/// How many items a sweep relays in one go, as many as the stream hands over.
const SWEPT_AT_ONCE: usize = 100;

#[derive(Debug, thiserror::Error)]
pub enum RelayError {
    #[error(transparent)]
    Queue(#[from] QueueError),
    #[error(transparent)]
    Table(#[from] TableError),
}

/// Relays items side by side, and answers for each, in their order. Repeating it is harmless: a queue entry has its item's
/// id, and the jobs are idempotent.
pub async fn relay(
    table: &Table,
    queue: &dyn Queue,
    items: &[OutboxItem],
    now: Instant,
) -> Vec<Result<(), RelayError>> {
    let entries: Vec<QueueEntry> = items.iter().map(QueueEntry::from).collect();
    let put = queue.put(&entries, now).await;
    let deleting: Vec<_> = items.iter().zip(put).map(|(item, put)| delete_if_put(table, item, put)).collect();
    stream::iter(deleting).buffered(AT_ONCE).collect().await
}

async fn delete_if_put(table: &Table, item: &OutboxItem, put: Result<(), QueueError>) -> Result<(), RelayError> {
    put?;
    table.forget(&item.key()).await?;
    Ok(())
}

/// Relays what the stream has missed, and says how many items that were. An item that fails or cannot be read does not
/// hold up the others; it makes the sweep fail at the end and is tried again by the next one.
pub async fn sweep(table: &Table, queue: &dyn Queue, now: Instant) -> Result<usize, RelayError> {
    let until = now.minus(MISSED_AFTER);
    let waiting = Partition::g3(keys::OUTBOX).between("0", format!("{until}~"));
    let (items, mut failure) = waiting_items(table, waiting).await?;
    let mut relayed = 0_usize;
    for batch in items.chunks(SWEPT_AT_ONCE) {
        for outcome in relay(table, queue, batch, now).await {
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

/// The waiting items that can be read, and the last error of those that cannot.
pub async fn waiting_items(
    table: &Table,
    waiting: Partition,
) -> Result<(Vec<OutboxItem>, Option<RelayError>), TableError> {
    let (mut items, mut failure) = (Vec::new(), None);
    for (key, item) in table.query_items(waiting).await?.each::<OutboxItem>() {
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
