//! Runs jobs as their callers do, and a queue for tests.

use std::sync::{Mutex, PoisonError};

use futures::future::BoxFuture;
use parlour_platform::webhooks::WebhookDelivery;
use parlour_senders::{Channel, Outbound};
use parlour_settings::App;
use parlour_storage::events::{EventItem, Segment, seal};
use parlour_storage::outbox::{Queue, QueueEntry, QueueError};
use parlour_storage::salon::{Salon, SalonParts};
use parlour_storage::table::{Partition, keys, record_of};
use parlour_values::id::{EventId, WebhookId};
use parlour_values::time::Instant;
use serde_json::{Value, json};

use crate::{Reply, TestSalon, permissions};

impl TestSalon {
    pub async fn call_job(&self, name: &str, body: Value) -> Reply {
        self.anyone(App::Admin).post(&format!("/api/jobs/{name}"), body).await
    }

    /// Runs a job over its route and returns the whole response.
    pub async fn job(&self, name: &str, body: Value) -> Value {
        let reply = self.call_job(name, body).await;
        assert_eq!(reply.status, 200, "{name}: {}", String::from_utf8_lossy(&reply.bytes));
        reply.json()
    }

    /// How many records a scheduled job processed; its response contains nothing else.
    pub async fn processed(&self, name: &str) -> u64 {
        let answer = self.job(name, json!({})).await;
        let count = answer["processed"].as_u64().unwrap_or_else(|| panic!("{name}: {answer}"));
        assert_eq!(answer, json!({ "success": true, "processed": count }), "{name}");
        count
    }

    /// At each moment the job processes this many records, and none when it is repeated.
    pub async fn runs(&self, name: &str, moments: &[(&str, u64)]) {
        for (moment, count) in moments {
            self.set_clock(moment);
            assert_eq!(self.processed(name).await, *count, "{name} at {moment}");
            assert_eq!(self.processed(name).await, 0, "{name} again at {moment}");
        }
    }

    /// A failing job returns a plain error and nothing else.
    pub async fn job_fails(&self, name: &str, body: Value) {
        let reply = self.call_job(name, body).await;
        assert_eq!((reply.status.as_u16(), reply.bytes.as_slice()), (500, b"Job failed".as_slice()), "{name}");
        assert!(reply.header("content-type").is_some_and(|kind| kind.starts_with("text/plain")), "{name}");
    }

    /// The kinds and recipients of the messages sent on a channel, sorted.
    pub fn kinds_and_recipients(&self, channel: Channel) -> Vec<(String, String)> {
        let mut messages: Vec<_> = self.sent(channel).into_iter().map(|message| (message.kind, message.to)).collect();
        messages.sort();
        messages
    }

    /// The kinds of the messages sent on a channel, in order.
    pub fn kinds(&self, channel: Channel) -> Vec<String> {
        self.sent(channel).into_iter().map(|message| message.kind).collect()
    }

    /// The same salon with no sender configured.
    pub fn without_senders(&self) -> Salon {
        Salon::new(SalonParts {
            table: self.salon.table.clone(),
            clock: self.salon.clock.clone(),
            random: self.salon.random.clone(),
            settings: self.salon.settings.clone(),
            outbound: Outbound::unconfigured(),
        })
    }

    /// A delivery of the last event to a webhook, as if it had been tried: its id.
    pub async fn webhook_delivery(&self, path: &str) -> EventId {
        let webhook = WebhookId::from(path.rsplit('/').next().unwrap_or_default());
        let (_, event) = self.segments().await.last().unwrap().places_of_events().last().unwrap();
        let id = event.id.clone();
        self.put(&WebhookDelivery::new(webhook, event, self.salon.clock.now())).await;
        id
    }

    /// Every event that can be read, oldest first.
    pub async fn events(&self) -> Vec<EventItem> {
        let rows = self.rows_of(keys::EVENT_PREFIX).await;
        let mut events: Vec<EventItem> = rows.into_iter().filter_map(|row| record_of(row).ok()).collect();
        events.sort_by(|one, other| one.id.cmp(&other.id));
        events
    }

    /// The feed, from its beginning.
    pub async fn segments(&self) -> Vec<Segment> {
        let segments = self.salon.table.query::<Segment>(Partition::of(keys::FEED)).await.unwrap();
        segments.into_iter().map(|segment| segment.record).collect()
    }

    /// The events that are not in the feed yet, oldest first.
    pub async fn unsealed(&self) -> Vec<EventItem> {
        let (mut events, sealed) = (self.events().await, self.segments().await);
        events.retain(|event| !sealed.iter().any(|segment| segment.holds(&event.id)));
        events
    }

    /// Puts everything that happened into the feed.
    pub async fn seal(&self) {
        seal(&self.salon.table, &self.unsealed().await, self.salon.clock.now()).await.unwrap();
    }

    /// The messages that are neither relayed nor delivered, oldest first.
    pub async fn outbox(&self) -> Vec<QueueEntry> {
        let mut waiting: Vec<_> = self.unsealed().await.into_iter().flat_map(|event| event.messages).collect();
        let delivered = self.delivered.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.retain(|message| !delivered.contains(&message.id));
        waiting
    }

    /// Delivers everything due now, including follow-ups, without a relay.
    pub async fn deliver(&self) {
        loop {
            let now = self.salon.clock.now();
            let due: Vec<QueueEntry> = self.outbox().await.into_iter().filter(|message| message.due <= now).collect();
            if due.is_empty() {
                return;
            }
            for entry in due {
                let message = entry.message();
                permissions::as_function(permissions::QUEUE, parlour_platform::jobs::deliver(&self.salon, &message))
                    .await
                    .unwrap();
                self.delivered.lock().unwrap_or_else(PoisonError::into_inner).insert(entry.id);
            }
        }
    }
}

/// A queue in memory that can fail before or after accepting an entry.
#[derive(Default)]
pub struct FailingQueue {
    entries: Mutex<Vec<QueueEntry>>,
    /// The outcomes of the next puts, the next one last.
    refusals: Mutex<Vec<Option<bool>>>,
}

impl FailingQueue {
    /// The next puts fail: true after accepting the entry, false before.
    pub fn refuse(&self, after: &[bool]) {
        *self.refusals.lock().unwrap_or_else(PoisonError::into_inner) = after.iter().rev().copied().map(Some).collect();
    }

    /// The put after so many that succeed fails, before accepting the entry.
    pub fn refuse_after(&self, accepted: usize) {
        let mut refusals = vec![Some(false)];
        refusals.resize(accepted + 1, None);
        *self.refusals.lock().unwrap_or_else(PoisonError::into_inner) = refusals;
    }

    pub fn entries(&self) -> Vec<QueueEntry> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn put_one(&self, entry: &QueueEntry) -> Result<(), QueueError> {
        let refused = self.refusals.lock().unwrap_or_else(PoisonError::into_inner).pop().flatten();
        if refused != Some(false) {
            self.entries.lock().unwrap_or_else(PoisonError::into_inner).push(entry.clone());
        }
        if refused.is_some() { Err(QueueError("refused".to_owned())) } else { Ok(()) }
    }
}

impl Queue for FailingQueue {
    fn put<'a>(&'a self, entries: &'a [QueueEntry], _now: Instant) -> BoxFuture<'a, Vec<Result<(), QueueError>>> {
        Box::pin(std::future::ready(entries.iter().map(|entry| self.put_one(entry)).collect()))
    }
}
