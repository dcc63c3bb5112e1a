//! The outbox relay: from the DynamoDB stream to SQS or Scheduler, and into the event feed.

use aws_lambda_events::event::dynamodb::EventRecord;
use aws_lambda_events::event::streams::{DynamoDbBatchItemFailure, DynamoDbEventResponse};
use parlour_platform::webhooks::Webhooks;
use parlour_storage::events::EventItem;
use parlour_storage::outbox::{Queue, QueueEntry, Task};
use parlour_storage::relay::relay;
use parlour_storage::salon::Salon;
use parlour_storage::table::{Record as _, record_of};
use serde_dynamo::AttributeValue;
use serde_json::{Value, json};

/// Relays a batch of the stream, its events side by side. The first record that failed is reported, and the stream delivers
/// again from there: what was relayed after it is relayed again, which is harmless. Each record is read by itself, so that
/// an unparseable one does not hold up the others.
pub async fn relay_batch(salon: &Salon, queue: &dyn Queue, batch: &Value) -> Value {
    let (mut events, mut places, mut failed) = (Vec::new(), Vec::new(), Vec::new());
    let records = batch.get("Records").and_then(Value::as_array).into_iter().flatten();
    for (place, record) in records.enumerate() {
        let number = record.pointer("/dynamodb/SequenceNumber").and_then(Value::as_str);
        match inserted(record) {
            Ok(None) => {}
            Ok(Some(event)) => {
                events.push(event);
                places.push((place, number));
            }
            Err(error) => {
                tracing::error!(number, error, "an event cannot be read");
                failed.push((place, number));
            }
        }
    }
    let relayed = relay(&salon.table, queue, &events, salon.clock.now()).await;
    for ((event, place), outcome) in events.iter().zip(places).zip(relayed) {
        if let Err(error) = outcome {
            tracing::error!(%error, id = %event.id, "an event was not relayed");
            failed.push(place);
        }
    }
    if salon.settings.ably_api_key.is_configured() {
        tell_desks(salon, queue, &events).await;
    }
    Webhooks::of(salon).hand_on(queue).await;
    let failed = failed.into_iter().min().and_then(|(_, number)| number);
    let mut response = DynamoDbEventResponse::default();
    if let Some(number) = failed {
        let mut failure = DynamoDbBatchItemFailure::default();
        failure.item_identifier = Some(number.to_owned());
        response.batch_item_failures.push(failure);
    }
    json!(response)
}

/// Leaves one message for all that changed on the boards. If it is lost, they find out by themselves.
async fn tell_desks(salon: &Salon, queue: &dyn Queue, events: &[EventItem]) {
    let Some(last) = events.iter().rfind(|event| event.what.is_on_the_board()) else { return };
    let now = salon.clock.now();
    let task = Task::BoardChanged { event_id: last.id.clone() };
    let entry = QueueEntry { id: format!("{}-board", last.id).into(), task, due: now };
    for error in queue.put(&[entry], now).await.into_iter().filter_map(Result::err) {
        tracing::warn!(%error, "the desks were not told");
    }
}

/// The event that a record of the stream reports as created; None for any other change.
fn inserted(record: &Value) -> Result<Option<EventItem>, String> {
    let record: EventRecord = serde_json::from_value(record.clone()).map_err(|error| error.to_string())?;
    if record.event_name != "INSERT" {
        return Ok(None);
    }
    let image = record.change.new_image;
    if !matches!(image.get("kind"), Some(AttributeValue::S(kind)) if kind == EventItem::KIND) {
        return Ok(None);
    }
    record_of(image).map(Some).map_err(|error| error.to_string())
}
