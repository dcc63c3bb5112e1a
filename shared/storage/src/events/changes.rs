//! What an event says of a change to a record with free text.

use serde::Serialize;
use serde_json::{Value, json};

/// The names of the changed fields, without their values: events carry no free text.
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
