//! Events, webhooks, runs of jobs, limits.

use super::key::{IndexKey, Key};
use super::shards::{PartitionKeys, Shards};
use parlour_values::id::{EventId, JobRunId, WebhookId};
use parlour_values::time::{Instant, IstDate, Month};

pub const EVENT_PREFIX: &str = "EVENT#";

pub fn events_of_day(day: IstDate) -> Shards {
    Shards::of(format!("{EVENT_PREFIX}{day}"))
}

/// The events of all days from one to another, read as one list.
pub fn events_of_days(first: IstDate, last: IstDate) -> PartitionKeys {
    let mut keys = PartitionKeys::from(events_of_day(first));
    for day in first.plus_days(1).through(last) {
        let PartitionKeys { first, others } = events_of_day(day).into();
        keys.others.push(first);
        keys.others.extend(others);
    }
    keys
}

pub fn event(day: IstDate, id: &EventId) -> Key {
    Key::new(events_of_day(day).holding(id.as_str()), id.as_str())
}

/// The day and the id of the event that is stored under a key.
pub fn stored_event(key: &Key) -> Option<(IstDate, EventId)> {
    let (day, _) = key.pk.strip_prefix(EVENT_PREFIX)?.split_once('#')?;
    Some((day.parse().ok()?, key.sk.as_str().into()))
}

pub fn events_of(entity_type: &str, entity_id: &str) -> String {
    format!("EVENTS_OF#{entity_type}#{entity_id}")
}

pub fn event_of_entity(entity_type: &str, entity_id: &str, id: &EventId) -> IndexKey {
    IndexKey::new(events_of(entity_type, entity_id), id.as_str())
}

pub fn events_by(actor: &str) -> String {
    format!("EVENTS_BY#{actor}")
}

pub fn event_by_actor(actor: &str, id: &EventId) -> IndexKey {
    IndexKey::new(events_by(actor), id.as_str())
}

pub const FEED: &str = "FEED";

pub fn feed_segment(first: u64) -> Key {
    Key::new(FEED, feed_position(first))
}

/// Sorts as the number does.
pub fn feed_position(position: u64) -> String {
    format!("{position:012}")
}

pub fn feed_progress() -> Key {
    Key::new("FEED_PROGRESS", "FEED_PROGRESS")
}

pub const WEBHOOKS: &str = "WEBHOOKS";
pub const WEBHOOK_PREFIX: &str = "WEBHOOK#";

pub fn webhook(id: &WebhookId) -> Key {
    Key::new(WEBHOOKS, format!("{WEBHOOK_PREFIX}{id}"))
}

pub fn webhook_cursor() -> Key {
    Key::new(WEBHOOKS, "CURSOR")
}

pub fn webhook_deliveries(webhook: &WebhookId) -> String {
    format!("DELIVERIES#{webhook}")
}

pub fn webhook_delivery(webhook: &WebhookId, event: &EventId) -> Key {
    Key::new(webhook_deliveries(webhook), event.as_str())
}

pub fn webhook_deliveries_by_status(webhook: &WebhookId, status: &str) -> String {
    format!("DELIVERIES#{webhook}#{status}")
}

pub fn webhook_delivery_by_status(webhook: &WebhookId, status: &str, event: &EventId) -> IndexKey {
    IndexKey::new(webhook_deliveries_by_status(webhook, status), event.as_str())
}

pub fn runs_of_month(month: Month) -> String {
    format!("RUNS#{month}")
}

pub fn job_run(at: Instant, id: &JobRunId) -> Key {
    Key::new(runs_of_month(at.ist_date().calendar_month()), id.as_str())
}

pub fn limit_window(name: &str, client: &str, window: i64) -> Key {
    Key::new(format!("LIMIT#{name}#{client}"), window.to_string())
}

pub fn idempotency(scope: &str) -> Key {
    Key::new(format!("ONCE#{scope}"), "ONCE")
}

/// Other records that tell something of whoever or whatever has this partition: they are found here to be erased.
pub fn about(partition: &str) -> String {
    format!("ABOUT#{partition}")
}

/// Prefixes of the partitions worth remembering with what tells of them, the people first.
const TOLD_OF: [&str; 4] = ["USER#", "LEAD#", "REPEAT#", "INVOICE#"];

/// Those of the partitions that somebody's words and name may have come from; the most telling first.
pub fn told_of<'a>(partitions: impl Iterator<Item = &'a str> + Clone) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    for prefix in TOLD_OF {
        for partition in partitions.clone().filter(|partition| partition.starts_with(prefix)) {
            if !told.iter().any(|known| known == partition) {
                told.push(partition.to_owned());
            }
        }
    }
    told
}

pub fn told_about(partition: &str, id: &str) -> IndexKey {
    IndexKey::new(about(partition), id)
}

/// The result of the last test of an integration.
pub fn integration(name: &str) -> Key {
    Key::new("INTEGRATIONS", name)
}

/// Read to warm up the connection and by the health check; the item need not exist.
pub fn heartbeat() -> Key {
    Key::new("HEALTH", "HEALTH")
}
