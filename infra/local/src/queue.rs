//! The local queue: what is due later, in the order it falls due.

use std::collections::{BTreeMap, HashMap};

use parlour::id::MessageId;
use parlour::jobs::Task;
use parlour::outbox::{Message, OutboxItem};
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

    pub fn message(&self) -> Message {
        Message::new(self.task, self.payload(), self.due)
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

type Place = (Instant, MessageId);

/// The entries in memory; each is also on the table until it is done.
#[derive(Debug, Default)]
pub struct Queue {
    entries: BTreeMap<Place, Entry>,
    /// Where the look at each booking's end waits.
    looks: HashMap<String, Place>,
}

impl Queue {
    /// Puts an entry in its place. A booking that was moved is looked at after its new end only: whichever look is the
    /// older one has nothing left to find, and is handed back.
    pub fn put(&mut self, entry: Entry) -> Option<Entry> {
        let place = (entry.due, entry.id.clone());
        let mut superseded = None;
        if entry.task == Task::NoshowCheck {
            let subject = entry.subject();
            match self.looks.get(&subject) {
                Some(known) if known.1 > entry.id => return Some(entry),
                Some(known) if known.1 < entry.id => superseded = self.entries.remove(known),
                _ => {}
            }
            self.looks.insert(subject, place.clone());
        }
        self.entries.insert(place, entry);
        superseded
    }

    pub fn next_due(&self) -> Option<Instant> {
        self.entries.keys().next().map(|(due, _)| *due)
    }

    /// Takes out everything due by then, the earliest first.
    pub fn take_due(&mut self, by: Instant) -> Vec<Entry> {
        let next = Instant::from_millis(by.millis().saturating_add(1));
        let later = self.entries.split_off(&(next, MessageId::from("")));
        let due: Vec<Entry> = std::mem::replace(&mut self.entries, later).into_values().collect();
        self.looks.retain(|_, (look_due, _)| *look_due > by);
        due
    }

    pub fn waiting(&self) -> impl Iterator<Item = &Entry> {
        self.entries.values()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(id: &str, due: &str) -> Entry {
        Entry {
            id: id.into(),
            task: Task::StaleBookingAlert,
            payload: r#"{"bookingId":"b1"}"#.into(),
            due: due.parse().unwrap(),
            failures: 0,
        }
    }

    #[test]
    fn a_moved_booking_is_looked_at_after_its_new_end_only() {
        let look = |id, due| Entry { task: Task::NoshowCheck, ..entry(id, due) };
        let waiting = |queue: &Queue| queue.waiting().map(|entry| entry.id.to_string()).collect::<Vec<_>>();
        let mut queue = Queue::default();
        assert_eq!(queue.put(look("a", "2026-11-16T10:00:00Z")), None);
        let moved = queue.put(look("b", "2026-11-16T09:00:00Z")).map(|entry| entry.id.to_string());
        assert_eq!((moved.as_deref(), waiting(&queue)), (Some("a"), vec!["b".to_owned()]));
        // Whatever order they are read in after a restart.
        let older = queue.put(look("a", "2026-11-16T10:00:00Z")).map(|entry| entry.id.to_string());
        assert_eq!((older.as_deref(), waiting(&queue)), (Some("a"), vec!["b".to_owned()]));
        // What has been tried and comes back is the same look.
        let tried = queue.take_due("2026-11-16T09:00:00Z".parse().unwrap()).remove(0);
        assert_eq!(queue.put(tried), None);
        assert_eq!(waiting(&queue), ["b"]);
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
