//! From the feed to the queue: one message for every event and every webhook that wants it. How far that has got is kept
//! in one item, so that a crash anywhere repeats messages and never leaves one out.

use chrono::TimeDelta;

use super::Webhooks;
use super::webhook::{FanOutCursor, Webhook};
use parlour_storage::events::{EventItem, EventType, FeedPlace, Segment};
use parlour_storage::outbox::{Queue, QueueEntry, QueueError, Task};
use parlour_storage::table::{AtomicWrite, Found, Partition, Stored, TableError, WriteError, keys};
use parlour_values::time::Instant;

/// How long one process may be at it before others step in.
const HELD_FOR: TimeDelta = TimeDelta::seconds(30);
/// Segments read in one go; the next go follows at once.
const AT_ONCE: usize = 10;

#[derive(Debug, thiserror::Error)]
pub enum FanOutError {
    #[error(transparent)]
    Queue(#[from] QueueError),
    #[error(transparent)]
    Table(#[from] TableError),
    #[error(transparent)]
    Write(#[from] WriteError),
}

impl Webhooks<'_> {
    /// Hands on what has been sealed. A failure is only logged: what is left is handed on by the next relay, or by the sweep.
    pub async fn hand_on(&self, queue: &dyn Queue) {
        if let Err(error) = self.fan_out(queue).await {
            tracing::error!(%error, "events were not handed on to webhooks");
        }
    }

    /// Hands on what has been sealed since the last time; how many messages that were.
    ///
    /// Whoever finds somebody else at it leaves them to it. That loses nothing: the holder lets go and then looks at the
    /// feed once more, so what was sealed before they were found at it is seen.
    pub async fn fan_out(&self, queue: &dyn Queue) -> Result<usize, FanOutError> {
        let mut handed_on = 0_usize;
        loop {
            let Some((webhooks, cursor)) = self.free().await? else { return Ok(handed_on) };
            let segments = self.sealed_after(cursor.position).await?;
            let Some(last) = segments.last() else { return Ok(handed_on) };
            let now = self.0.clock.now();
            let held = FanOutCursor { held_until: Some(now.plus(HELD_FOR)), ..cursor.record.clone() };
            let Some(held) = self.moved(&cursor, held).await? else { return Ok(handed_on) };
            let entries = self.entries(&webhooks, &segments, now).await?;
            if !entries.is_empty() {
                queue.put(&entries, now).await.into_iter().collect::<Result<(), QueueError>>()?;
            }
            let next = FanOutCursor { position: last.next().saturating_sub(1), held_until: None };
            if self.moved(&held, next).await?.is_none() {
                return Ok(handed_on);
            }
            handed_on = handed_on.saturating_add(entries.len());
        }
    }

    /// The webhooks, and the cursor if nobody holds it; `None` where there is nothing to do.
    async fn free(&self) -> Result<Option<(Vec<Stored<Webhook>>, Stored<FanOutCursor>)>, TableError> {
        let found: Found = self.0.table.query_items(Partition::of(keys::WEBHOOKS)).await?;
        let webhooks = found.starting::<Webhook>(keys::WEBHOOK_PREFIX)?;
        let cursor = found.read::<FanOutCursor>(&keys::webhook_cursor())?;
        let now = self.0.clock.now();
        let free = cursor.filter(|cursor| cursor.held_until.is_none_or(|until| until <= now));
        Ok(free.filter(|_| !webhooks.is_empty()).map(|cursor| (webhooks, cursor)))
    }

    async fn sealed_after(&self, position: u64) -> Result<Vec<Segment>, TableError> {
        let first = keys::feed_position(position.saturating_add(1));
        let rest = Partition::of(keys::FEED).between(first, "~").at_most(AT_ONCE);
        Ok(self.0.table.query::<Segment>(rest).await?.into_iter().map(|segment| segment.record).collect())
    }

    /// The cursor as it is now; `None` if somebody else has moved it.
    async fn moved(
        &self,
        read: &Stored<FanOutCursor>,
        cursor: FanOutCursor,
    ) -> Result<Option<Stored<FanOutCursor>>, WriteError> {
        let mut write = AtomicWrite::new(&self.0.random);
        write.changes.replace(read, &cursor);
        match write.commit(&self.0.table).await {
            Ok(()) => Ok(Some(Stored { record: cursor, version: read.version.saturating_add(1) })),
            Err(WriteError::ConditionsFailed(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    async fn entries(
        &self,
        webhooks: &[Stored<Webhook>],
        segments: &[Segment],
        now: Instant,
    ) -> Result<Vec<QueueEntry>, TableError> {
        let mut entries = Vec::new();
        for (position, place) in segments.iter().flat_map(|segment| segment.places_of_events()) {
            let tested = match place.what {
                EventType::WebhookTested => Some(self.subject_of(&place).await?),
                _ => None,
            };
            let is_wanted = |webhook: &&Stored<Webhook>| match &tested {
                Some(tested) => tested.as_deref() == Some(webhook.id.as_str()),
                None => webhook.wants(position, place.what),
            };
            entries.extend(webhooks.iter().filter(is_wanted).map(|webhook| first_attempt(webhook, &place, now)));
        }
        Ok(entries)
    }

    /// The record that an event is about.
    async fn subject_of(&self, place: &FeedPlace) -> Result<Option<String>, TableError> {
        Ok(self.0.table.get::<EventItem>(&place.key()).await?.map(|event| event.record.entity_id))
    }
}

/// Its id is the event's and the webhook's, so that handing it on twice puts the same entry.
fn first_attempt(webhook: &Webhook, place: &FeedPlace, now: Instant) -> QueueEntry {
    let task = Task::WebhookDelivery { webhook_id: webhook.id.clone(), event: place.clone(), attempt: 0 };
    QueueEntry { id: format!("{}-{}", place.id, webhook.id).into(), task, due: now }
}
