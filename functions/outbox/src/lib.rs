//! The outbox relay: DynamoDB stream to SQS or Scheduler.

use aws_lambda_events::event::dynamodb::EventRecord;
use aws_lambda_events::event::streams::{DynamoDbBatchItemFailure, DynamoDbEventResponse};
use parlour::outbox::{OutboxItem, Queue, relay};
use parlour::salon::Salon;
use parlour::table::Record as _;
use serde_dynamo::AttributeValue;
use serde_json::{Value, json};

/// Relays a batch of the stream. The first record that fails is reported, and the stream delivers again from there.
/// Each record is read by itself: an unparseable one is reported too but does not hold up those after it, because
/// retrying does not make it readable.
pub async fn relay_batch(salon: &Salon, queue: &dyn Queue, event: &Value) -> Value {
    let mut failed = None;
    for record in event.get("Records").and_then(Value::as_array).into_iter().flatten() {
        let number = record.pointer("/dynamodb/SequenceNumber").and_then(Value::as_str);
        match inserted(record) {
            Ok(None) => {}
            Err(error) => {
                tracing::error!(number, error, "an outbox item cannot be read");
                failed = failed.or(number);
            }
            Ok(Some(item)) => {
                if let Err(error) = relay(&salon.table, queue, &item, salon.clock.now()).await {
                    tracing::error!(%error, id = %item.id, "an outbox item was not relayed");
                    failed = failed.or(number);
                    break;
                }
            }
        }
    }
    let mut response = DynamoDbEventResponse::default();
    if let Some(number) = failed {
        let mut failure = DynamoDbBatchItemFailure::default();
        failure.item_identifier = Some(number.to_owned());
        response.batch_item_failures.push(failure);
    }
    json!(response)
}

/// The outbox item that a record of the stream reports as created; None for any other change.
fn inserted(record: &Value) -> Result<Option<OutboxItem>, String> {
    let record: EventRecord = serde_json::from_value(record.clone()).map_err(|error| error.to_string())?;
    if record.event_name != "INSERT" {
        return Ok(None);
    }
    let image = record.change.new_image;
    if !matches!(image.get("kind"), Some(AttributeValue::S(kind)) if kind == OutboxItem::KIND) {
        return Ok(None);
    }
    serde_dynamo::from_item(image).map(Some).map_err(|error| error.to_string())
}
