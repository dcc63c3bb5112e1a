//! The three doors of the one binary: API Gateway's HTTP, a schedule's letter, a batch of the queue.

use futures::future::join_all;
use parlour::outbox::{Queue, QueueEntry, sweep};
use parlour::salon::Salon;
use serde_json::{Value, json};

/// Beside the fourteen: what the stream missed is relayed.
pub const SWEEP: &str = "outbox-sweep";

/// What knocked.
#[derive(Debug, PartialEq)]
pub enum Door {
    Schedule { job: String },
    Queue { records: Vec<Value> },
    Http,
}

impl Door {
    pub fn of(event: &Value) -> Self {
        if let Some(job) = event.get("job").and_then(Value::as_str) {
            return Self::Schedule { job: job.to_owned() };
        }
        match event.get("Records").and_then(Value::as_array) {
            Some(records) => Self::Queue { records: records.clone() },
            None => Self::Http,
        }
    }
}

/// A schedule's run. A failure is an error, so that Lambda tries again: the schedule itself only hands its letter over.
pub async fn scheduled(salon: &Salon, queue: Option<&dyn Queue>, job: &str) -> Result<Value, String> {
    if job == SWEEP {
        let Some(queue) = queue else { return Err("no queue is configured".to_owned()) };
        let relayed = sweep(salon, queue).await.map_err(|error| error.to_string())?;
        return Ok(json!({ "success": true, "relayed": relayed }));
    }
    parlour::jobs::run(salon, job, json!({})).await.map_err(|error| error.to_string())
}

/// A batch of the queue: each message by itself; those that failed are named, and come again alone.
pub async fn batch(salon: &Salon, records: &[Value]) -> Value {
    let delivered = join_all(records.iter().map(|record| deliver(salon, record))).await;
    let failures: Vec<Value> = records
        .iter()
        .zip(delivered)
        .filter(|(_, delivered)| !delivered)
        .map(|(record, _)| json!({ "itemIdentifier": record.get("messageId") }))
        .collect();
    json!({ "batchItemFailures": failures })
}

async fn deliver(salon: &Salon, record: &Value) -> bool {
    let body = record.get("body").and_then(Value::as_str).unwrap_or_default();
    if let Some(job) = letter(body) {
        return redriven(salon, &job).await;
    }
    match serde_json::from_str::<QueueEntry>(body) {
        Ok(entry) => match parlour::jobs::deliver(salon, &entry.message()).await {
            Ok(_) => true,
            Err(error) => {
                tracing::error!(task = %entry.task, id = %entry.id, %error, "a message was not carried out");
                false
            }
        },
        // Left to the dead letters, where somebody looks at it.
        Err(error) => {
            tracing::error!(%error, "a message cannot be read");
            false
        }
    }
}

/// The job that a schedule's letter names, which comes here from the dead letters: as the schedule wrote it where it could
/// not be handed over, in Lambda's envelope where every try failed.
fn letter(body: &str) -> Option<String> {
    let body: Value = serde_json::from_str(body).ok()?;
    let job = body.get("job").or_else(|| body.pointer("/requestPayload/job"));
    job.and_then(Value::as_str).map(str::to_owned)
}

async fn redriven(salon: &Salon, job: &str) -> bool {
    // The next sweep is minutes away and takes whatever waits.
    if job == SWEEP {
        return true;
    }
    match parlour::jobs::run(salon, job, json!({})).await {
        Ok(_) => true,
        Err(error) => {
            tracing::error!(job, %error, "a schedule's letter was not carried out");
            false
        }
    }
}
