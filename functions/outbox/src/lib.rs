//! The outbox relay: DynamoDB stream to SQS or Scheduler.

use parlour::outbox::{OutboxItem, Queue, relay};
use parlour::salon::Salon;
use serde_json::{Value, json};

/// Relays a batch of the stream. The first record that fails is named, and the stream comes again from there.
pub async fn relay_batch(salon: &Salon, queue: &dyn Queue, event: &Value) -> Value {
    for record in event.get("Records").and_then(Value::as_array).into_iter().flatten() {
        let Some(item) = inserted(record) else { continue };
        if let Err(error) = relay(salon, queue, &item).await {
            tracing::error!(%error, id = %item.id, "an outbox item was not relayed");
            let number = record.pointer("/dynamodb/SequenceNumber");
            return json!({ "batchItemFailures": [{ "itemIdentifier": number }] });
        }
    }
    json!({ "batchItemFailures": [] })
}

/// The outbox item a record of the stream tells of, if it tells of a new one.
fn inserted(record: &Value) -> Option<OutboxItem> {
    if record.get("eventName").and_then(Value::as_str) != Some("INSERT") {
        return None;
    }
    let image = record.pointer("/dynamodb/NewImage")?;
    let text = |name: &str| image.get(name).and_then(|value| value.get("S")).and_then(Value::as_str);
    if text("kind") != Some("outbox") {
        return None;
    }
    Some(OutboxItem {
        id: text("id")?.into(),
        task: text("task")?.parse().ok()?,
        payload: text("payload")?.to_owned(),
        due: text("due")?.parse().ok()?,
        created_at: text("created_at")?.parse().ok()?,
    })
}
