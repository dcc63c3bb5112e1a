//! The hash chain: each event's hash is taken over its own content and the hash before it, so that nothing in between can
//! be changed, removed or put in without changing every hash after it.

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::item::EventItem;

/// The hash that stands before the first event.
pub const BEGINNING: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// The content that is hashed: the event as the feed shows it, without its own hash.
fn content(event: &EventItem, prev: &str) -> Value {
    json!({
        "id": event.id,
        "type": event.what,
        "at": event.at,
        "entityType": event.entity_type,
        "entityId": event.entity_id,
        "actor": { "id": event.actor_id, "role": event.actor_role },
        "data": event.data,
        "requestId": event.request_id,
        "prev": prev,
    })
}

/// SHA-256 in hex over the canonical JSON of the event with `prev`.
pub fn hash(event: &EventItem, prev: &str) -> String {
    let mut text = String::new();
    write_canonical(&content(event, prev), &mut text);
    hex::encode(Sha256::digest(text.as_bytes()))
}

/// Canonical JSON (RFC 8785): no white space, the fields of every object sorted by name.
fn write_canonical(value: &Value, text: &mut String) {
    match value {
        Value::Object(fields) => {
            let mut names: Vec<&String> = fields.keys().collect();
            names.sort_unstable();
            text.push('{');
            for (place, name) in names.into_iter().enumerate() {
                if place > 0 {
                    text.push(',');
                }
                text.push_str(&Value::String(name.clone()).to_string());
                text.push(':');
                write_canonical(fields.get(name).unwrap_or(&Value::Null), text);
            }
            text.push('}');
        }
        Value::Array(values) => {
            text.push('[');
            for (place, value) in values.iter().enumerate() {
                if place > 0 {
                    text.push(',');
                }
                write_canonical(value, text);
            }
            text.push(']');
        }
        plain => text.push_str(&plain.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::item::Fact;
    use super::*;
    use crate::act::Act;
    use crate::event_type::EventType;

    fn event(data: Value) -> EventItem {
        let fact = Fact { what: EventType::LeadMoved, entity_type: "lead", entity_id: "l1".to_owned(), data };
        let act = Act::of_job("tests", "r1", "2026-11-16T04:30:00.000Z".parse().unwrap());
        EventItem::new("e1".into(), &act, fact, Vec::new())
    }

    #[test]
    fn the_canonical_text_is_sorted_and_dense() {
        let mut text = String::new();
        write_canonical(&content(&event(json!({ "z": [1, { "b": "ü\n", "a": null }], "c": true })), "p"), &mut text);
        assert_eq!(
            text,
            r#"{"actor":{"id":"tests","role":"job"},"at":"2026-11-16T04:30:00.000Z","data":{"c":true,"z":[1,{"a":null,"b":"ü\n"}]},"entityId":"l1","entityType":"lead","id":"e1","prev":"p","requestId":"r1","type":"lead.moved"}"#
        );
    }

    #[test]
    fn every_field_and_what_came_before_make_the_hash() {
        let plain = event(json!({ "status": "new" }));
        let known = hash(&plain, BEGINNING);
        assert_eq!(known.len(), BEGINNING.len());
        assert_eq!(known, hash(&plain.clone(), BEGINNING));
        let others = [
            EventItem { what: EventType::LeadUpdated, ..plain.clone() },
            EventItem { entity_id: "l2".to_owned(), ..plain.clone() },
            EventItem { actor_role: "owner".to_owned(), ..plain.clone() },
            EventItem { request_id: "r2".to_owned(), ..plain.clone() },
            event(json!({ "status": "won" })),
        ];
        for other in others {
            assert_ne!(hash(&other, BEGINNING), known, "{other:?}");
        }
        assert_ne!(hash(&plain, &known), known);
    }
}
