//! The jobs queue on AWS: SQS up to 15 minutes ahead, in batches; beyond, a one-time schedule that delivers to the same
//! queue. Calls are made side by side, a bounded number at a time. Deliveries to webhooks have a queue of their own, so that
//! receivers that keep us waiting hold up no mail.

use std::collections::BTreeMap;
use std::time::Duration;

use futures::future::BoxFuture;
use futures::{StreamExt as _, stream};
use http::Method;
use parlour_aws::{AwsAccount, AwsCall, AwsService, CallError, CallLimits, JsonService, SCHEDULER, SQS};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::queue::{Queue, QueueEntry, QueueError, Wait, wait};
use super::task::Task;
use parlour_settings::Settings;
use parlour_values::id::MessageId;
use parlour_values::time::Instant;

#[derive(Clone)]
pub struct AwsQueue {
    sqs: JsonService,
    scheduler: AwsService,
    jobs: QueueAddress,
    webhooks: QueueAddress,
    group: String,
    role_arn: String,
    /// The queue where a timer leaves a message that it could not deliver.
    dead_letters_arn: Option<String>,
}

/// The address of a queue: its URL for SQS, its ARN for schedules.
#[derive(Clone)]
struct QueueAddress {
    url: String,
    arn: String,
}

impl QueueAddress {
    fn of(url: Option<&String>, arn: Option<&String>) -> Option<Self> {
        Some(Self { url: url?.clone(), arn: arn?.clone() })
    }
}

const LIMITS: CallLimits =
    CallLimits { connect: Duration::from_secs(2), answer: Duration::from_secs(5), whole: Duration::from_secs(8) };

impl AwsQueue {
    /// None where the settings name no queue.
    pub fn connect(settings: &Settings, account: &AwsAccount) -> Result<Option<Self>, CallError> {
        let jobs = QueueAddress::of(settings.jobs_queue_url.as_ref(), settings.jobs_queue_arn.as_ref());
        let timers = settings.scheduler_group.clone().zip(settings.scheduler_role_arn.clone());
        let Some((jobs, (group, role_arn))) = jobs.zip(timers) else { return Ok(None) };
        let webhooks = QueueAddress::of(settings.webhooks_queue_url.as_ref(), settings.webhooks_queue_arn.as_ref());
        Ok(Some(Self {
            sqs: JsonService::connect(SQS, account, Some(LIMITS))?,
            scheduler: AwsService::connect(SCHEDULER, account, Some(LIMITS))?,
            webhooks: webhooks.unwrap_or_else(|| jobs.clone()),
            jobs,
            group,
            role_arn,
            dead_letters_arn: settings.dead_letters_arn.clone(),
        }))
    }

    fn address(&self, task: &Task) -> &QueueAddress {
        if matches!(task, Task::WebhookDelivery { .. }) { &self.webhooks } else { &self.jobs }
    }

    /// Sends one batch; the places of those that failed.
    async fn send(&self, url: &str, batch: Vec<QueuedSend>) -> Vec<(usize, QueueError)> {
        let places: Vec<usize> = batch.iter().map(|message| message.place).collect();
        let all_failed = |error: QueueError| places.iter().map(|place| (*place, error.clone())).collect();
        let batch = SendMessageBatch { queue_url: url, entries: batch.into_iter().map(QueuedSend::entry).collect() };
        let refused = match self.sqs.call::<SentMessageBatch>("SendMessageBatch", &batch).await {
            Ok(answer) => answer.failed,
            Err(error) => return all_failed(QueueError(error.to_string())),
        };
        let failure = |place: usize| {
            let refused = refused.iter().find(|refused| refused.id == place.to_string())?;
            Some((place, QueueError(format!("{}: {}", refused.code, refused.message))))
        };
        places.iter().filter_map(|place| failure(*place)).collect()
    }

    /// Sets one timer; its place if it failed.
    async fn set_timer(&self, timer: Timer<'_>) -> Option<(usize, QueueError)> {
        let Timer { place, id, body, at, arn } = timer;
        self.schedule(&id, body, at, arn).await.err().map(|error| (place, error))
    }

    async fn schedule(&self, id: &MessageId, body: String, at: String, arn: &str) -> Result<(), QueueError> {
        let dead_letters = self.dead_letters_arn.as_ref().map(|arn| json!({ "Arn": arn }));
        let mut target = json!({ "Arn": arn, "RoleArn": self.role_arn, "Input": body });
        if let (Some(target), Some(dead_letters)) = (target.as_object_mut(), dead_letters) {
            target.insert("DeadLetterConfig".to_owned(), dead_letters);
        }
        let timer = json!({
            "GroupName": self.group,
            "ScheduleExpression": at,
            "ScheduleExpressionTimezone": "UTC",
            "FlexibleTimeWindow": { "Mode": "OFF" },
            "Target": target,
            "ActionAfterCompletion": "DELETE",
            "ClientToken": id,
        });
        let call = AwsCall {
            operation: "CreateSchedule",
            method: Method::POST,
            path: &format!("/schedules/message-{id}"),
            headers: &[("content-type", "application/json")],
            body: timer.to_string().into(),
        };
        match self.scheduler.send(&call).await {
            // The name is the message's own: it is there already.
            Err(error) if !error.is("ConflictException") => Err(QueueError(error.to_string())),
            _ => Ok(()),
        }
    }
}

impl Queue for AwsQueue {
    fn put<'a>(&'a self, entries: &'a [QueueEntry], now: Instant) -> BoxFuture<'a, Vec<Result<(), QueueError>>> {
        Box::pin(async move {
            let (mut soon, mut later, mut failed) = (BTreeMap::<&str, Vec<_>>::new(), Vec::new(), Vec::new());
            for (place, entry) in entries.iter().enumerate() {
                let QueueAddress { url, arn } = self.address(&entry.task);
                match (serde_json::to_string(entry), wait(entry.due, now)) {
                    (Ok(body), Wait::Seconds(delay)) => {
                        soon.entry(url).or_default().push(QueuedSend { place, body, delay })
                    }
                    (Ok(body), Wait::At(at)) => later.push(Timer { place, id: entry.id.clone(), body, at, arn }),
                    (Err(error), _) => failed.push((place, QueueError(error.to_string()))),
                }
            }
            let soon = soon
                .into_iter()
                .flat_map(|(url, messages)| batches(messages).into_iter().map(move |batch| (url, batch)));
            let sends: Vec<_> = soon.map(|(url, batch)| self.send(url, batch)).collect();
            let timers: Vec<_> = later.into_iter().map(|timer| self.set_timer(timer)).collect();
            let (sent, set): (Vec<_>, Vec<_>) = tokio::join!(
                stream::iter(sends).buffer_unordered(AT_ONCE).collect(),
                stream::iter(timers).buffer_unordered(AT_ONCE).collect(),
            );
            failed.extend(sent.into_iter().flatten());
            failed.extend(set.into_iter().flatten());
            let mut outcomes: Vec<Result<(), QueueError>> = entries.iter().map(|_| Ok(())).collect();
            for (place, error) in failed {
                if let Some(outcome) = outcomes.get_mut(place) {
                    *outcome = Err(error);
                }
            }
            outcomes
        })
    }
}

/// How many calls run at the same time. Ten batches of the stream are relayed side by side, so up to ten times as many
/// reach the service, whose throttling the client retries.
const AT_ONCE: usize = 8;
/// SQS's limits for one SendMessageBatch; the bytes leave room for what surrounds the bodies.
const BATCH: usize = 10;
const BATCH_BYTES: usize = 200_000;

/// A message for the queue itself, and its place among the entries put.
struct QueuedSend {
    place: usize,
    body: String,
    delay: i32,
}

impl QueuedSend {
    fn entry(self) -> BatchEntry {
        BatchEntry { id: self.place.to_string(), message_body: self.body, delay_seconds: self.delay }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct SendMessageBatch<'a> {
    queue_url: &'a str,
    entries: Vec<BatchEntry>,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct BatchEntry {
    id: String,
    message_body: String,
    delay_seconds: i32,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct SentMessageBatch {
    #[serde(default)]
    failed: Vec<RefusedEntry>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct RefusedEntry {
    id: String,
    code: String,
    #[serde(default)]
    message: String,
}

/// A message that a one-time schedule delivers.
struct Timer<'a> {
    place: usize,
    id: MessageId,
    body: String,
    at: String,
    arn: &'a str,
}

/// As many in one batch as SQS takes.
fn batches(messages: Vec<QueuedSend>) -> Vec<Vec<QueuedSend>> {
    let (mut batches, mut bytes) = (Vec::<Vec<QueuedSend>>::new(), 0_usize);
    for message in messages {
        let size = message.body.len();
        match batches.last_mut().filter(|batch| batch.len() < BATCH && bytes.saturating_add(size) <= BATCH_BYTES) {
            Some(batch) => {
                bytes = bytes.saturating_add(size);
                batch.push(message);
            }
            None => {
                bytes = size;
                batches.push(vec![message]);
            }
        }
    }
    batches
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_holds_ten_messages_and_no_more_bytes_than_sqs_takes() {
        let sizes = |sizes: &[usize]| {
            let messages = sizes.iter().enumerate();
            let messages = messages.map(|(place, size)| QueuedSend { place, body: "x".repeat(*size), delay: 0 });
            batches(messages.collect()).iter().map(Vec::len).collect::<Vec<_>>()
        };
        assert_eq!(sizes(&[]), Vec::<usize>::new());
        assert_eq!(sizes(&[300; 23]), [10, 10, 3]);
        assert_eq!(sizes(&[150_000, 50_000, 1, 250_000, 1]), [2, 1, 1, 1]);
    }
}
