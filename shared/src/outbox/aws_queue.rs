//! The jobs queue on AWS: SQS up to 15 minutes ahead, a one-time schedule that delivers to the same queue beyond.

use aws_sdk_dynamodb::error::DisplayErrorContext;
use aws_sdk_scheduler::types::{ActionAfterCompletion, FlexibleTimeWindow, FlexibleTimeWindowMode, Target};
use futures::future::BoxFuture;

use super::queue::{Queue, QueueEntry, QueueError, Wait, wait};
use crate::id::MessageId;
use crate::settings::Settings;
use crate::time::Instant;

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
    /// None where the settings name no queue.
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
            // The name is the message's own: it is there already.
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
