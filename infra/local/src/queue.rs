//! The local queue: what is due later, in the order it falls due.

use std::collections::BTreeMap;

use parlour::id::MessageId;
use parlour::jobs::Task;
use parlour::outbox::OutboxItem;
use parlour::time::Instant;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A message on its way to the jobs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The outbox item's own, so that relaying twice is one entry.
    pub id: MessageId,
    pub task: Task,
    /// JSON text.
    pub payload: String,
    pub due: Instant,
    #[serde(default)]
    pub failures: u32,
}

impl From<OutboxItem> for Entry {
    fn from(item: OutboxItem) -> Self {
        Self { id: item.id, task: item.task, payload: item.payload.to_string(), due: item.due, failures: 0 }
    }
}

impl Entry {
    pub fn payload(&self) -> Value {
        serde_json::from_str(&self.payload).unwrap_or(Value::Null)
    }

    /// Messages about one thing are delivered one after the other; others may overtake each other.
    pub fn subject(&self) -> String {
        let payload = self.payload();
        ["bookingId", "membershipId", "userId"]
            .iter()
            .find_map(|field| payload.get(field)?.as_str().map(str::to_owned))
            .unwrap_or_else(|| self.id.to_string())
    }
}

/// The entries in memory; each is also on the table until it is done.
#[derive(Debug, Default)]
pub struct Queue(BTreeMap<(Instant, MessageId), Entry>);

impl Queue {
    pub fn put(&mut self, entry: Entry) {
        self.0.insert((entry.due, entry.id.clone()), entry);
    }

    pub fn next_due(&self) -> Option<Instant> {
        self.0.keys().next().map(|(due, _)| *due)
    }

    /// Takes out everything due by then, the earliest first.
    pub fn take_due(&mut self, by: Instant) -> Vec<Entry> {
        let later = self.0.split_off(&(Instant::from_millis(by.millis().saturating_add(1)), MessageId::from("")));
        std::mem::replace(&mut self.0, later).into_values().collect()
    }

    pub fn waiting(&self) -> impl Iterator<Item = &Entry> {
        self.0.values()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(id: &str, due: &str) -> Entry {
        Entry {
            id: id.into(),
            task: Task::NoshowCheck,
            payload: r#"{"bookingId":"b1"}"#.into(),
            due: due.parse().unwrap(),
            failures: 0,
        }
    }

    #[test]
    fn what_is_due_comes_out_in_order_and_the_rest_stays() {
        let mut queue = Queue::default();
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
    fn relayed_twice_it_is_one_entry() {
        let mut queue = Queue::default();
        queue.put(entry("a", "2026-11-16T09:00:00Z"));
        queue.put(entry("a", "2026-11-16T09:00:00Z"));
        assert_eq!(queue.waiting().count(), 1);
    }

    #[test]
    fn messages_about_one_booking_stay_in_line() {
        assert_eq!(entry("a", "2026-11-16T09:00:00Z").subject(), entry("b", "2026-11-16T10:00:00Z").subject());
    }
}
