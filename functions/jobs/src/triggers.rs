//! The three triggers of the one binary: an HTTP request of API Gateway, an EventBridge schedule, a batch of the queue.

use aws_lambda_events::event::sqs::{SqsBatchResponse, SqsMessage};
use parlour_people::customers::Customers;
use parlour_platform::notifications::MailFeedback;
use parlour_platform::webhooks::Webhooks;
use parlour_storage::at_once;
use parlour_storage::outbox::{Queue, QueueEntry};
use parlour_storage::relay::sweep;
use parlour_storage::salon::Salon;
use parlour_values::time::Instant;
use serde_json::{Value, json};

/// A schedule beside those of the jobs: relays and seals the events that the stream has missed, and keeps the snapshot of the
/// customer directory close behind.
pub const SWEEP: &str = "outbox-sweep";

/// The purpose of an invocation.
#[derive(Debug, PartialEq)]
pub enum Trigger {
    Schedule(Scheduled),
    Queue { records: Vec<Value> },
    Http,
}

impl Trigger {
    pub fn of(event: &Value) -> Self {
        if let Some(scheduled) = Scheduled::of(event) {
            return Self::Schedule(scheduled);
        }
        match event.get("Records").and_then(Value::as_array) {
            Some(records) => Self::Queue { records: records.clone() },
            None => Self::Http,
        }
    }
}

/// The job that a schedule's event names, and the time it was meant for.
#[derive(Debug, PartialEq)]
pub struct Scheduled {
    pub job: String,
    pub due: Option<Instant>,
}

impl Scheduled {
    fn of(event: &Value) -> Option<Self> {
        let text = |name: &str| event.get(name).and_then(Value::as_str);
        Some(Self { job: text("job")?.to_owned(), due: text("due").and_then(|due| due.parse().ok()) })
    }
}

/// Runs the job of a schedule. A failure is returned as an error, so that Lambda retries: the schedule itself only
/// hands the event over.
pub async fn scheduled(salon: &Salon, queue: Option<&dyn Queue>, scheduled: &Scheduled) -> Result<Value, String> {
    if scheduled.job == SWEEP {
        let Some(queue) = queue else { return Err("no queue is configured".to_owned()) };
        let relayed = sweep(&salon.table, queue, salon.clock.now()).await;
        Webhooks::of(salon).hand_on(queue).await;
        // A directory without a fresh snapshot is only slower to start with.
        if let Err(error) = Customers::of(salon).keep_snapshot().await {
            tracing::error!(%error, "the snapshot of the directory was not kept");
        }
        let relayed = relayed.map_err(|error| error.to_string())?;
        return Ok(json!({ "success": true, "relayed": relayed }));
    }
    let Scheduled { job, due } = scheduled;
    parlour_platform::jobs::run_scheduled(salon, job, *due).await.map_err(|error| error.to_string())
}

/// Delivers a batch of the queue. Each message is read by itself, so that an unparseable one does not fail the others;
/// those that failed are reported and delivered again.
pub async fn batch(salon: &Salon, records: &[Value]) -> Value {
    let delivered = at_once::all(records.iter().map(|record| deliver(salon, record))).await;
    let mut response = SqsBatchResponse::default();
    for (record, delivered) in records.iter().zip(delivered) {
        if !delivered {
            response.add_failure(record.get("messageId").and_then(Value::as_str).unwrap_or_default());
        }
    }
    json!(response)
}

async fn deliver(salon: &Salon, record: &Value) -> bool {
    let message: SqsMessage = match serde_json::from_value(record.clone()) {
        Ok(message) => message,
        Err(error) => return unreadable(&error),
    };
    let body = message.body.unwrap_or_default();
    if let Some(scheduled) = dead_letter(&body) {
        return redriven(salon, &scheduled).await;
    }
    if let Some(feedback) = MailFeedback::read(&body) {
        return noted(salon, &feedback).await;
    }
    let entry: QueueEntry = match serde_json::from_str(&body) {
        Ok(entry) => entry,
        Err(error) => return unreadable(&error),
    };
    match parlour_platform::jobs::deliver(salon, &entry.message()).await {
        Ok(_) => true,
        Err(error) => {
            tracing::error!(task = entry.task.name(), id = %entry.id, %error, "a message was not carried out");
            false
        }
    }
}

/// An unparseable message fails until it is in the dead-letter queue, where somebody looks at it.
fn unreadable(error: &serde_json::Error) -> bool {
    tracing::error!(%error, "a message cannot be read");
    false
}

/// A schedule's event. It comes here if an operator redrives the dead-letter queue: as the schedule wrote it if Lambda
/// could not be invoked, in Lambda's envelope if every try failed.
fn dead_letter(body: &str) -> Option<Scheduled> {
    let body: Value = serde_json::from_str(body).ok()?;
    Scheduled::of(&body).or_else(|| Scheduled::of(body.get("requestPayload")?))
}

/// A report of SES about mail that it sent, by way of its topic.
async fn noted(salon: &Salon, feedback: &MailFeedback) -> bool {
    match parlour_platform::jobs::take_mail_feedback(salon, feedback).await {
        Ok(_) => true,
        Err(error) => {
            tracing::error!(%error, "a report of SES was not taken");
            false
        }
    }
}

async fn redriven(salon: &Salon, Scheduled { job, due }: &Scheduled) -> bool {
    // The next sweep runs within minutes and relays whatever waits.
    if job == SWEEP {
        return true;
    }
    match parlour_platform::jobs::run_scheduled(salon, job, *due).await {
        Ok(_) => true,
        Err(error) => {
            tracing::error!(job, %error, "a redriven job failed");
            false
        }
    }
}
