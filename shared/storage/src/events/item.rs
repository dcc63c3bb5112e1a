//! The event item: one fact, written once, in the transaction of the change itself. The audit log, the event feed and the
//! outbox are ways to read it. It is never changed afterwards.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::act::Act;
use crate::event_type::EventType;
use crate::outbox::{OutboxMessage, QueueEntry, Task, UnreadableTask};
use crate::table::{Key, Places, Record, keys};
use parlour_values::id::{EventId, MessageId};
use parlour_values::time::Instant;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "EventRow", into = "EventRow")]
pub struct EventItem {
    pub id: EventId,
    pub what: EventType,
    pub at: Instant,
    pub entity_type: String,
    pub entity_id: String,
    pub actor_id: String,
    pub actor_role: String,
    /// Ids, states and amounts; nothing personal.
    pub data: Value,
    pub request_id: String,
    /// The messages that follow from it.
    pub messages: Vec<QueueEntry>,
}

/// A transaction's statement about its change.
#[derive(Clone, Debug)]
pub struct Fact {
    pub what: EventType,
    pub entity_type: &'static str,
    pub entity_id: String,
    pub data: Value,
}

impl EventItem {
    /// The messages are numbered under the event's id, so that relaying them twice puts the same entries.
    pub fn new(id: EventId, act: &Act, fact: Fact, messages: Vec<OutboxMessage>) -> Self {
        let numbered = messages.into_iter().enumerate();
        let messages = numbered
            .map(|(number, message)| QueueEntry { id: numbered_id(&id, number), task: message.task, due: message.due })
            .collect();
        Self {
            id,
            what: fact.what,
            at: act.at,
            entity_type: fact.entity_type.to_owned(),
            entity_id: fact.entity_id,
            actor_id: act.actor.id().to_owned(),
            actor_role: act.actor.role().to_owned(),
            data: fact.data,
            request_id: act.request_id.clone(),
            messages,
        }
    }
}

fn numbered_id(event: &EventId, number: usize) -> MessageId {
    format!("{event}-{number}").into()
}

/// The attributes in the table. An event with its messages should fit in 1 KB, one write unit for the item and each index
/// entry, so nothing is stored twice that can be told from the rest.
#[derive(Serialize, Deserialize)]
struct EventRow {
    id: EventId,
    what: EventType,
    at: Instant,
    entity_type: String,
    entity_id: String,
    actor_id: String,
    actor_role: String,
    /// JSON text.
    data: String,
    request_id: String,
    /// JSON text: a list of [`MessageRow`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    messages: Option<String>,
}

/// Task, payload, and when it is due, if later than the event.
type MessageRow = (String, Value, Option<Instant>);

impl From<EventItem> for EventRow {
    fn from(event: EventItem) -> Self {
        let rows = event.messages.iter().map(|message| {
            let due = (message.due != event.at).then_some(message.due);
            (message.task.name().to_owned(), message.task.payload(), due)
        });
        let rows: Vec<MessageRow> = rows.collect();
        let messages = (!rows.is_empty()).then(|| serde_json::json!(rows).to_string());
        Self {
            id: event.id,
            what: event.what,
            at: event.at,
            entity_type: event.entity_type,
            entity_id: event.entity_id,
            actor_id: event.actor_id,
            actor_role: event.actor_role,
            data: event.data.to_string(),
            request_id: event.request_id,
            messages,
        }
    }
}

/// The item holds something that this version does not know.
#[derive(Debug, thiserror::Error)]
enum UnreadableEvent {
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    #[error(transparent)]
    Task(#[from] UnreadableTask),
}

impl TryFrom<EventRow> for EventItem {
    type Error = UnreadableEvent;

    fn try_from(row: EventRow) -> Result<Self, UnreadableEvent> {
        let rows: Vec<MessageRow> = row.messages.as_deref().map_or_else(|| Ok(Vec::new()), serde_json::from_str)?;
        let entry = |(number, (task, payload, due)): (usize, MessageRow)| -> Result<QueueEntry, UnreadableTask> {
            let task = Task::read(&task, &payload.to_string())?;
            Ok(QueueEntry { id: numbered_id(&row.id, number), task, due: due.unwrap_or(row.at) })
        };
        let messages = rows.into_iter().enumerate().map(entry).collect::<Result<_, UnreadableTask>>()?;
        Ok(Self {
            id: row.id,
            what: row.what,
            at: row.at,
            entity_type: row.entity_type,
            entity_id: row.entity_id,
            actor_id: row.actor_id,
            actor_role: row.actor_role,
            data: serde_json::from_str(&row.data)?,
            request_id: row.request_id,
            messages,
        })
    }
}

impl Record for EventItem {
    const KIND: &'static str = "event";

    fn key(&self) -> Key {
        keys::event(self.at.ist_date(), &self.id)
    }

    fn places(&self) -> Places {
        Places {
            g1: Some(keys::event_of_entity(&self.entity_type, &self.entity_id, &self.id)),
            g2: Some(keys::event_by_actor(&self.actor_id, &self.id)),
            ttl: Some(self.at.plus(self.what.kept())),
            ..Places::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use serde_json::json;

    use super::*;
    use crate::outbox::NotifiableEvent;
    use crate::table::{record_of, row_of};

    fn event() -> EventItem {
        let at: Instant = "2026-11-16T04:30:00.000Z".parse().unwrap();
        let fact = Fact {
            what: EventType::BookingRequested,
            entity_type: "booking",
            entity_id: "b1".to_owned(),
            data: json!({ "branchId": "br1" }),
        };
        let messages = vec![
            NotifiableEvent::BookingReceived { booking_id: "b1".into() }.message(at),
            OutboxMessage::new(
                Task::StaleBookingAlert { booking_id: "b1".into(), since: None, starts_at: None },
                at.plus(TimeDelta::hours(2)),
            ),
        ];
        EventItem::new("e1".into(), &Act::of_job("tests", "r1", at), fact, messages)
    }

    #[test]
    fn it_is_read_as_it_was_written_with_its_messages_numbered() {
        let event = event();
        let row = serde_json::to_value(&event).unwrap();
        assert_eq!(serde_json::from_value::<EventItem>(row.clone()).unwrap(), event);
        let ids: Vec<&str> = event.messages.iter().map(|message| message.id.as_str()).collect();
        assert_eq!(ids, ["e1-0", "e1-1"]);
        assert_eq!(
            row["messages"],
            r#"[["notify",{"bookingId":"b1","event":"booking_received"},null],["stale-booking-alert",{"bookingId":"b1"},"2026-11-16T06:30:00.000Z"]]"#
        );
    }

    #[test]
    fn it_is_stored_under_its_keys_with_plain_names() {
        let golden: Value = serde_json::from_str(
            r#"{
            "PK": { "S": "EVENT#2026-11-16#0" },
            "SK": { "S": "e1" },
            "G1PK": { "S": "EVENTS_OF#booking#b1" },
            "G1SK": { "S": "e1" },
            "G2PK": { "S": "EVENTS_BY#tests" },
            "G2SK": { "S": "e1" },
            "ttl": { "N": "1889670600" },
            "kind": { "S": "event" },
            "format": { "N": "1" },
            "v": { "N": "1" },
            "actor_id": { "S": "tests" },
            "actor_role": { "S": "job" },
            "at": { "S": "2026-11-16T04:30:00.000Z" },
            "data": { "S": "{\"branchId\":\"br1\"}" },
            "entity_id": { "S": "b1" },
            "entity_type": { "S": "booking" },
            "id": { "S": "e1" },
            "messages": { "S": "[[\"notify\",{\"bookingId\":\"b1\",\"event\":\"booking_received\"},null],[\"stale-booking-alert\",{\"bookingId\":\"b1\"},\"2026-11-16T06:30:00.000Z\"]]" },
            "request_id": { "S": "r1" },
            "what": { "S": "booking.requested" }
        }"#,
        )
        .unwrap();
        assert_eq!(serde_json::to_value(row_of(&event()).unwrap()).unwrap(), golden);
        assert_eq!(record_of::<EventItem>(serde_json::from_value(golden).unwrap()).unwrap(), event());
    }

    #[test]
    fn one_that_this_version_does_not_know_is_unreadable() {
        for (field, value) in [("what", "coffee.made"), ("messages", "[[\"make-coffee\",{},null]]"), ("data", "{")] {
            let mut row = serde_json::to_value(event()).unwrap();
            row[field] = json!(value);
            assert!(serde_json::from_value::<EventItem>(row).is_err(), "{field}");
        }
    }
}
