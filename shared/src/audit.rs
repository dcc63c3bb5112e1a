//! The audit log: who changed what, when, under which request. Append-only, without personal data.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::act::Act;
use crate::id::AuditId;
use crate::table::{Key, Places, Record, keys};
use crate::time::Instant;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AuditEntry {
    pub id: AuditId,
    pub at: Instant,
    pub actor_id: String,
    pub actor_role: String,
    pub action: String,
    pub entity_type: String,
    pub entity_id: String,
    /// The changed fields as JSON text.
    pub changes: String,
    pub request_id: String,
}

impl AuditEntry {
    pub fn new(id: AuditId, act: &Act, action: &str, entity_type: &str, entity_id: String, changes: Value) -> Self {
        Self {
            id,
            at: act.at,
            actor_id: act.actor.id().to_owned(),
            actor_role: act.actor.role().to_owned(),
            action: action.to_owned(),
            entity_type: entity_type.to_owned(),
            entity_id,
            changes: changes.to_string(),
            request_id: act.request_id.clone(),
        }
    }
}

impl Record for AuditEntry {
    const KIND: &'static str = "audit";

    fn key(&self) -> Key {
        keys::audit(self.at.ist_date(), &self.id)
    }

    fn places(&self) -> Places {
        Places {
            g1: Some(keys::audit_of_entity(&self.entity_type, &self.entity_id, &self.id)),
            g2: Some(keys::audit_by_actor(&self.actor_id, &self.id)),
            ..Places::default()
        }
    }
}

/// The names of the changed fields, without their values: audit entries carry no free text.
pub fn changed_fields<R: Serialize>(before: &R, after: &R) -> Value {
    let (before, after) = (json!(before), json!(after));
    let fields: Vec<&String> = after
        .as_object()
        .into_iter()
        .flatten()
        .filter(|(name, value)| before.get(name) != Some(value) && *name != "updated_at")
        .map(|(name, _)| name)
        .collect();
    json!({ "fields": fields })
}
