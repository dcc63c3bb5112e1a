//! The local queue: messages that are due later, in the order they are tried.

use std::collections::{BTreeMap, HashMap};

use parlour_storage::outbox::{OutboxMessage, QueueEntry, Task, UnreadableTask};
use parlour_values::id::{BookingId, MessageId};
use parlour_values::time::Instant;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A message for the jobs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "EntryRow", into = "EntryRow")]
pub struct QueuedTask {
    /// Made up from the event's, so that relaying it twice makes one entry.
    pub id: MessageId,
    pub task: Task,
    /// The moment that its event set it for, by which a retry is known to be the same message.
    pub due: Instant,
    /// When it is delivered: when it is due, and later after a failure.
    pub try_at: Instant,
    pub failures: u32,
}

/// The attributes in the table.
#[derive(Serialize, Deserialize)]
struct EntryRow {
    id: MessageId,
    task: String,
    /// JSON text.
    payload: String,
    due: Instant,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    try_at: Option<Instant>,
    #[serde(default)]
    failures: u32,
}

impl From<QueuedTask> for EntryRow {
    fn from(entry: QueuedTask) -> Self {
        let QueuedTask { id, task, due, try_at, failures } = entry;
        let try_at = (try_at != due).then_some(try_at);
        Self { id, task: task.name().to_owned(), payload: task.payload().to_string(), due, try_at, failures }
    }
}

impl TryFrom<EntryRow> for QueuedTask {
    type Error = UnreadableTask;

    fn try_from(row: EntryRow) -> Result<Self, UnreadableTask> {
        let task = Task::read(&row.task, &row.payload)?;
        Ok(Self { id: row.id, task, due: row.due, try_at: row.try_at.unwrap_or(row.due), failures: row.failures })
    }
}

impl From<QueueEntry> for QueuedTask {
    fn from(entry: QueueEntry) -> Self {
        Self { id: entry.id, task: entry.task, due: entry.due, try_at: entry.due, failures: 0 }
    }
}

impl QueuedTask {
    pub fn message(&self) -> OutboxMessage {
        OutboxMessage::new(self.task.clone(), self.due)
    }

    /// Messages about one record are delivered in order; others may overtake each other.
    pub fn subject(&self) -> String {
        let payload = self.task.payload();
        ["bookingId", "membershipId", "userId"]
            .iter()
            .find_map(|field| payload.get(field).and_then(Value::as_str).map(str::to_owned))
            .unwrap_or_else(|| self.id.to_string())
    }
}

type QueuePlace = (Instant, MessageId);

/// The entries in memory; each is also in the table until it is delivered.
#[derive(Debug, Default)]
pub struct TaskQueue {
    entries: BTreeMap<QueuePlace, QueuedTask>,
    /// The place of the no-show check of each booking.
    noshow_checks: HashMap<BookingId, QueuePlace>,
}

impl TaskQueue {
    /// Puts an entry in its place. A booking that was moved is checked after its new end only: the older of two no-show
    /// checks is stale and is returned.
    pub fn put(&mut self, entry: QueuedTask) -> Option<QueuedTask> {
        let place = (entry.try_at, entry.id.clone());
        let mut superseded = None;
        if let Task::NoshowCheck { booking_id, .. } = &entry.task {
            match self.noshow_checks.get(booking_id) {
                Some(known) if known.1 > entry.id => return Some(entry),
                Some(known) if known.1 < entry.id => superseded = self.entries.remove(known),
                _ => {}
            }
            self.noshow_checks.insert(booking_id.clone(), place.clone());
        }
        self.entries.insert(place, entry);
        superseded
    }

    pub fn next_due(&self) -> Option<Instant> {
        self.entries.keys().next().map(|(due, _)| *due)
    }

    /// Takes out everything due by then, the earliest first.
    pub fn take_due(&mut self, by: Instant) -> Vec<QueuedTask> {
        let next = Instant::from_millis(by.millis().saturating_add(1));
        let later = self.entries.split_off(&(next, MessageId::from("")));
        let due: Vec<QueuedTask> = std::mem::replace(&mut self.entries, later).into_values().collect();
        self.noshow_checks.retain(|_, (check_due, _)| *check_due > by);
        due
    }

    pub fn waiting(&self) -> impl Iterator<Item = &QueuedTask> {
        self.entries.values()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(id: &str, due: &str) -> QueuedTask {
        QueuedTask {
            id: id.into(),
            task: Task::StaleBookingAlert { booking_id: "b1".into(), since: None, starts_at: None },
            due: due.parse().unwrap(),
            try_at: due.parse().unwrap(),
            failures: 0,
        }
    }

    #[test]
    fn a_moved_booking_is_checked_after_its_new_end_only() {
        let check = Task::NoshowCheck { booking_id: "b1".into(), starts_at: None };
        let look = |id, due| QueuedTask { task: check.clone(), ..entry(id, due) };
        let waiting = |queue: &TaskQueue| queue.waiting().map(|entry| entry.id.to_string()).collect::<Vec<_>>();
        let mut queue = TaskQueue::default();
        assert_eq!(queue.put(look("a", "2026-11-16T10:00:00Z")), None);
        let moved = queue.put(look("b", "2026-11-16T09:00:00Z")).map(|entry| entry.id.to_string());
        assert_eq!((moved.as_deref(), waiting(&queue)), (Some("a"), vec!["b".to_owned()]));
        // In any order they are read in after a restart.
        let older = queue.put(look("a", "2026-11-16T10:00:00Z")).map(|entry| entry.id.to_string());
        assert_eq!((older.as_deref(), waiting(&queue)), (Some("a"), vec!["b".to_owned()]));
        // A retried check is the same check.
        let tried = queue.take_due("2026-11-16T09:00:00Z".parse().unwrap()).remove(0);
        assert_eq!(queue.put(tried), None);
        assert_eq!(waiting(&queue), ["b"]);
    }

    #[test]
    fn due_entries_come_out_in_order_and_the_rest_stays() {
        let mut queue = TaskQueue::default();
        for (id, due) in
            [("c", "2026-11-16T10:00:00.001Z"), ("b", "2026-11-16T10:00:00Z"), ("a", "2026-11-16T09:00:00Z")]
        {
            queue.put(entry(id, due));
        }
        assert_eq!(queue.next_due(), Some("2026-11-16T09:00:00Z".parse().unwrap()));
        let due: Vec<String> = queue
            .take_due("2026-11-16T10:00:00Z".parse().unwrap())
            .into_iter()
            .map(|entry| entry.id.to_string())
            .collect();
        assert_eq!(due, ["a", "b"]);
        assert_eq!(queue.waiting().count(), 1);
    }

    #[test]
    fn an_entry_relayed_twice_is_queued_once() {
        let mut queue = TaskQueue::default();
        queue.put(entry("a", "2026-11-16T09:00:00Z"));
        queue.put(entry("a", "2026-11-16T09:00:00Z"));
        assert_eq!(queue.waiting().count(), 1);
    }

    #[test]
    fn an_entry_of_an_earlier_process_is_read() {
        let row = r#"{"id":"a","task":"stale-booking-alert","payload":"{\"bookingId\":\"b1\"}","due":"2026-11-16T09:00:00.000Z"}"#;
        assert_eq!(serde_json::from_str::<QueuedTask>(row).unwrap(), entry("a", "2026-11-16T09:00:00Z"));
    }

    #[test]
    fn a_retry_comes_later_and_is_the_same_message() {
        let at = |text: &str| text.parse::<Instant>().unwrap();
        let first = entry("a", "2026-11-16T09:00:00Z");
        let retry = QueuedTask { try_at: at("2026-11-16T09:01:00Z"), failures: 1, ..first.clone() };
        let row = serde_json::to_string(&retry).unwrap();
        let mut queue = TaskQueue::default();
        queue.put(serde_json::from_str(&row).unwrap());
        assert_eq!(queue.take_due(at("2026-11-16T09:00:59Z")), []);
        assert_eq!(queue.next_due(), Some(retry.try_at));
        let due = queue.take_due(retry.try_at);
        assert_eq!(due, [retry]);
        assert_eq!(due[0].message(), first.message());
    }

    #[test]
    fn messages_about_one_booking_stay_in_order() {
        assert_eq!(entry("a", "2026-11-16T09:00:00Z").subject(), entry("b", "2026-11-16T10:00:00Z").subject());
    }
}
