//! The outbox relay: DynamoDB stream to SQS or Scheduler.

use parlour::outbox::{OutboxItem, Queue, relay};
use parlour::salon::Salon;
use serde_json::{Value, json};

/// Relays a batch of the stream. The first record that fails is named, and the stream comes again from there. One that
/// cannot be read fails too, but does not keep those behind it waiting: trying again does not mend it.
pub async fn relay_batch(salon: &Salon, queue: &dyn Queue, event: &Value) -> Value {
    let mut failed = None;
    for record in event.get("Records").and_then(Value::as_array).into_iter().flatten() {
        let number = record.pointer("/dynamodb/SequenceNumber");
        match inserted(record) {
            None => {}
            Some(Err(field)) => {
                tracing::error!(?number, field, "an outbox item cannot be read");
                failed = failed.or(number);
            }
            Some(Ok(item)) => {
                if let Err(error) = relay(salon, queue, &item).await {
                    tracing::error!(%error, id = %item.id, "an outbox item was not relayed");
                    failed = failed.or(number);
                    break;
                }
            }
        }
    }
    let failures: Vec<Value> = failed.iter().map(|number| json!({ "itemIdentifier": number })).collect();
    json!({ "batchItemFailures": failures })
}

/// The outbox item a record of the stream tells of, if it tells of a new one; or which of its fields makes no sense.
fn inserted(record: &Value) -> Option<Result<OutboxItem, &'static str>> {
    if record.get("eventName").and_then(Value::as_str) != Some("INSERT") {
        return None;
    }
    let image = record.pointer("/dynamodb/NewImage")?;
    let text = |name: &str| image.get(name).and_then(|value| value.get("S")).and_then(Value::as_str);
    if text("kind") != Some("outbox") {
        return None;
    }
    let read = || {
        Ok(OutboxItem {
            id: text("id").ok_or("id")?.into(),
            task: text("task").and_then(|task| task.parse().ok()).ok_or("task")?,
            payload: text("payload").and_then(|json| serde_json::from_str(json).ok()).ok_or("payload")?,
            due: text("due").and_then(|moment| moment.parse().ok()).ok_or("due")?,
            created_at: text("created_at").and_then(|moment| moment.parse().ok()).ok_or("created_at")?,
        })
    };
    Some(read())
}
