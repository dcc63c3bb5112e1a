//! The queue a message waits in until it is due. SQS delays up to 15 minutes; for longer a one-time schedule delivers to
//! the same queue. Tests and the local service bring their own queue.

use aws_sdk_dynamodb::error::DisplayErrorContext;
use aws_sdk_scheduler::types::{ActionAfterCompletion, FlexibleTimeWindow, FlexibleTimeWindowMode, Target};
use futures::future::BoxFuture;
use serde::{Deserialize, Serialize};

use super::item::OutboxItem;
use super::message::Message;
use super::task::Task;
use crate::id::MessageId;
use crate::settings::Settings;
use crate::time::Instant;

/// A message as the queue carries it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct QueueEntry {
    pub id: MessageId,
    /// On the wire: `task` and `payload`.
    #[serde(flatten)]
    pub task: Task,
    pub due: Instant,
}

impl QueueEntry {
    pub fn message(&self) -> Message {
        Message::new(self.task.clone(), self.due)
    }
}

impl From<&OutboxItem> for QueueEntry {
    fn from(item: &OutboxItem) -> Self {
        Self { id: item.id.clone(), task: item.task.clone(), due: item.due }
    }
}

#[derive(Debug, thiserror::Error)]
#[error("the message could not be queued: {0}")]
pub struct QueueError(pub String);

/// Putting the same entry twice may deliver it twice; the jobs are idempotent.
pub trait Queue: Send + Sync {
    fn put<'a>(&'a self, entry: &'a QueueEntry, now: Instant) -> BoxFuture<'a, Result<(), QueueError>>;
}

/// The longest delay SQS takes, in seconds.
const LONGEST_DELAY: i64 = 900;

/// How an entry waits until it is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wait {
    Seconds(i32),
    /// In EventBridge Scheduler's syntax, UTC; rounded up, so never before the message is due.
    At(String),
}

pub fn wait(due: Instant, now: Instant) -> Wait {
    let millis = due.since(now).num_milliseconds().max(0);
    let seconds = millis.saturating_add(999) / 1000;
    if seconds <= LONGEST_DELAY {
        return Wait::Seconds(i32::try_from(seconds).unwrap_or(0));
    }
    let whole = Instant::from_seconds(due.millis().saturating_add(999).div_euclid(1000));
    Wait::At(format!("at({})", whole.utc().format("%Y-%m-%dT%H:%M:%S")))
}

/// SQS and EventBridge Scheduler.
#[derive(Clone)]
pub struct AwsQueue {
    sqs: aws_sdk_sqs::Client,
    scheduler: aws_sdk_scheduler::Client,
    url: String,
    arn: String,
    group: String,
    role_arn: String,
}

impl AwsQueue {
    /// None if the settings name no queue.
    pub fn of(settings: &Settings, config: &aws_config::SdkConfig) -> Option<Self> {
        Some(Self {
            sqs: aws_sdk_sqs::Client::new(config),
            scheduler: aws_sdk_scheduler::Client::new(config),
            url: settings.jobs_queue_url.clone()?,
            arn: settings.jobs_queue_arn.clone()?,
            group: settings.scheduler_group.clone()?,
            role_arn: settings.scheduler_role_arn.clone()?,
        })
    }

    async fn send(&self, body: String, delay: i32) -> Result<(), QueueError> {
        let request = self.sqs.send_message().queue_url(&self.url).message_body(body).delay_seconds(delay);
        match request.send().await {
            Ok(_) => Ok(()),
            Err(error) => Err(QueueError(DisplayErrorContext(&error).to_string())),
        }
    }

    async fn schedule(&self, id: &MessageId, body: String, at: String) -> Result<(), QueueError> {
        let broken = |error: &dyn std::fmt::Display| QueueError(error.to_string());
        let target = Target::builder()
            .arn(&self.arn)
            .role_arn(&self.role_arn)
            .input(body)
            .build()
            .map_err(|error| broken(&error))?;
        let window =
            FlexibleTimeWindow::builder().mode(FlexibleTimeWindowMode::Off).build().map_err(|error| broken(&error))?;
        let sent = self
            .scheduler
            .create_schedule()
            .name(format!("message-{id}"))
            .group_name(&self.group)
            .schedule_expression(at)
            .schedule_expression_timezone("UTC")
            .flexible_time_window(window)
            .target(target)
            .action_after_completion(ActionAfterCompletion::Delete)
            .client_token(id.as_str())
            .send()
            .await;
        match sent {
            Ok(_) => Ok(()),
            // The name is unique to the message: an earlier relay has created the schedule.
            Err(error) if error.as_service_error().is_some_and(|error| error.is_conflict_exception()) => Ok(()),
            Err(error) => Err(QueueError(DisplayErrorContext(&error).to_string())),
        }
    }
}

impl Queue for AwsQueue {
    fn put<'a>(&'a self, entry: &'a QueueEntry, now: Instant) -> BoxFuture<'a, Result<(), QueueError>> {
        Box::pin(async move {
            let body = serde_json::to_string(entry).map_err(|error| QueueError(error.to_string()))?;
            match wait(entry.due, now) {
                Wait::Seconds(delay) => self.send(body, delay).await,
                Wait::At(moment) => self.schedule(&entry.id, body, moment).await,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_of_an_hour_waits_in_the_queue_and_longer_on_a_timer() {
        let now: Instant = "2026-11-16T04:30:00.500Z".parse().unwrap();
        let later = |millis| Instant::from_millis(now.millis() + millis);
        assert_eq!(wait(later(-5), now), Wait::Seconds(0));
        assert_eq!(wait(later(0), now), Wait::Seconds(0));
        assert_eq!(wait(later(1), now), Wait::Seconds(1));
        assert_eq!(wait(later(900_000), now), Wait::Seconds(900));
        assert_eq!(wait(later(900_001), now), Wait::At("at(2026-11-16T04:45:01)".to_owned()));
    }
}
