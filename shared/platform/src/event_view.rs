//! An event as programs see it, in the feed and in webhooks.

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use parlour_storage::events::{EventType, FeedEvent};
use parlour_values::id::EventId;
use parlour_values::time::Instant;

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EventActor {
    pub id: String,
    pub role: String,
}

/// An event. Its `hash` is SHA-256 over the canonical JSON (RFC 8785) of all other fields, `prev` among them.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventView {
    pub id: EventId,
    #[serde(rename = "type")]
    pub kind: EventType,
    pub at: Instant,
    pub entity_type: String,
    pub entity_id: String,
    pub actor: EventActor,
    /// Ids, states and amounts.
    #[schema(value_type = Object)]
    pub data: Value,
    pub request_id: String,
    /// The hash of the event before it.
    pub prev: String,
    pub hash: String,
}

impl From<FeedEvent> for EventView {
    fn from(FeedEvent { event, prev, hash }: FeedEvent) -> Self {
        Self {
            id: event.id,
            kind: event.what,
            at: event.at,
            entity_type: event.entity_type,
            entity_id: event.entity_id,
            actor: EventActor { id: event.actor_id, role: event.actor_role },
            data: event.data,
            request_id: event.request_id,
            prev,
            hash,
        }
    }
}
