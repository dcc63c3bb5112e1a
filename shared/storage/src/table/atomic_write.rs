//! One DynamoDB transaction: changes that must be applied together, each with the condition it was decided on, along
//! with the event and the idempotency record.

use std::time::Duration;

use aws_sdk_dynamodb::error::{DisplayErrorContext, SdkError};
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::types::ReturnConsumedCapacity;

use super::changes::{Changes, WriteAction};
use super::client::Table;
use super::error::TableError;
use super::versions::{moves_of, topics_of};
use parlour_values::id::{AttemptId, Random};
use parlour_values::time::Deadline;

/// DynamoDB's limit for one transaction.
const MAX_ACTIONS: usize = 100;
/// How long a write is retried on conflicts and lost responses.
const RETRY_FOR: Duration = Duration::from_secs(5);

/// The failed conditions of a transaction, by the labels of their actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedConditions(pub(super) Vec<&'static str>);

impl FailedConditions {
    pub fn at(&self, label: &str) -> bool {
        self.0.contains(&label)
    }
}

#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// A condition failed because of a concurrent write: read again and decide again.
    #[error("conditions failed at {0:?}")]
    ConditionsFailed(FailedConditions),
    /// Still in conflict after the last retry.
    #[error("the write conflicted with others for too long")]
    Contended,
    #[error(transparent)]
    Table(#[from] TableError),
}

/// A transaction ready to be sent. DynamoDB recognises its token for ten minutes, so a retry after a lost response does
/// not apply it twice.
pub struct AtomicWrite {
    pub changes: Changes,
    attempt: AttemptId,
    random: Random,
}

impl AtomicWrite {
    pub fn new(random: &Random) -> Self {
        Self { changes: Changes::default(), attempt: random.id(), random: random.clone() }
    }

    /// Its id, the same however often it is sent.
    pub fn attempt(&self) -> &AttemptId {
        &self.attempt
    }

    pub async fn commit(self, table: &Table) -> Result<(), WriteError> {
        let Changes { mut actions, problem } = self.changes;
        if let Some(problem) = problem {
            return Err(problem.into());
        }
        if actions.is_empty() {
            return Ok(());
        }
        let topics = topics_of(actions.iter().map(|(_, action)| action));
        actions.extend(moves_of(&topics));
        if actions.len() > MAX_ACTIONS {
            return Err(TableError::Unavailable(format!(
                "{} changes exceed the limit of one transaction",
                actions.len()
            ))
            .into());
        }
        if let Some(overlay) = &table.dry_run {
            table.rehearse(overlay, actions).await?;
        } else {
            send(table, actions, &self.attempt, &self.random).await?;
        }
        if !topics.is_empty() {
            if !table.is_dry_run()
                && let Err(error) = table.move_versions(&topics).await
            {
                tracing::warn!(%error, ?topics, "a version did not move a second time");
            }
            table.forget_versions().await;
        }
        Ok(())
    }
}

async fn send(
    table: &Table,
    actions: Vec<(&'static str, WriteAction)>,
    token: &AttemptId,
    random: &Random,
) -> Result<(), WriteError> {
    let labels: Vec<&'static str> = actions.iter().map(|(label, _)| *label).collect();
    let items = actions.into_iter().map(|(_, action)| action.into_item(table.name())).collect::<Result<Vec<_>, _>>()?;
    let deadline = Deadline::after(RETRY_FOR);
    let mut attempt = 0_u32;
    loop {
        let sent = table
            .writer()?
            .transact_write_items()
            .set_transact_items(Some(items.clone()))
            .client_request_token(token.as_str())
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await;
        let error = match sent {
            Ok(_) => return Ok(()),
            Err(error) => error,
        };
        match classify(&error, &labels) {
            WriteFailure::ConditionsFailed(lost) => return Err(WriteError::ConditionsFailed(lost)),
            WriteFailure::Permanent => return Err(TableError::from(error).into()),
            WriteFailure::Retry { .. } if !deadline.passed() => {
                attempt += 1;
                tokio::time::sleep(backoff(attempt, random)).await;
            }
            WriteFailure::Retry { contended: true } => return Err(WriteError::Contended),
            WriteFailure::Retry { contended: false } => return Err(TableError::from(error).into()),
        }
    }
}

#[derive(Debug, PartialEq)]
enum WriteFailure {
    ConditionsFailed(FailedConditions),
    Retry { contended: bool },
    Permanent,
}

fn classify(error: &SdkError<TransactWriteItemsError>, labels: &[&'static str]) -> WriteFailure {
    let Some(service) = error.as_service_error() else {
        // No response: the transaction may have been applied. Retrying with the same token does not apply it twice.
        return WriteFailure::Retry { contended: false };
    };
    classify_answer(service, labels)
}

/// Reasons of a cancelled transaction that pass by themselves. Throttling has two names, by where it was noticed.
const PASSING: [&str; 5] = [
    "TransactionConflict",
    "ThrottlingError",
    "ThrottlingException",
    "ProvisionedThroughputExceeded",
    "RequestLimitExceeded",
];

fn classify_answer(service: &TransactWriteItemsError, labels: &[&'static str]) -> WriteFailure {
    match service {
        TransactWriteItemsError::TransactionCanceledException(cancelled) => {
            let codes: Vec<&str> =
                cancelled.cancellation_reasons().iter().map(|reason| reason.code().unwrap_or("None")).collect();
            let lost: Vec<&'static str> = codes
                .iter()
                .zip(labels)
                .filter(|(code, _)| **code == "ConditionalCheckFailed")
                .map(|(_, label)| *label)
                .collect();
            if !lost.is_empty() {
                WriteFailure::ConditionsFailed(FailedConditions(lost))
            } else if codes.iter().any(|code| PASSING.contains(code)) {
                WriteFailure::Retry { contended: true }
            } else {
                WriteFailure::Permanent
            }
        }
        TransactWriteItemsError::TransactionInProgressException(_)
        | TransactWriteItemsError::ProvisionedThroughputExceededException(_)
        | TransactWriteItemsError::ThrottlingException(_)
        | TransactWriteItemsError::RequestLimitExceeded(_) => WriteFailure::Retry { contended: true },
        TransactWriteItemsError::InternalServerError(_) => WriteFailure::Retry { contended: false },
        other => {
            tracing::error!(error = %DisplayErrorContext(other), "transaction failed");
            WriteFailure::Permanent
        }
    }
}

/// Full jitter with a doubling bound, from 10 ms to at most 500 ms.
pub fn backoff(attempt: u32, random: &Random) -> Duration {
    let bound = 10_usize.saturating_mul(1 << attempt.min(6)).min(500);
    Duration::from_millis(u64::try_from(random.below(bound)).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use aws_sdk_dynamodb::types::CancellationReason;
    use aws_sdk_dynamodb::types::error::{ThrottlingException, TransactionCanceledException};

    use super::*;

    fn cancelled_for(codes: &[&str]) -> TransactWriteItemsError {
        let reasons = codes.iter().map(|code| CancellationReason::builder().code(*code).build()).collect();
        let cancelled = TransactionCanceledException::builder().set_cancellation_reasons(Some(reasons)).build();
        TransactWriteItemsError::TransactionCanceledException(cancelled)
    }

    #[test]
    fn throttling_is_waited_for_wherever_it_is_said() {
        let whole = TransactWriteItemsError::ThrottlingException(ThrottlingException::builder().build());
        let again = WriteFailure::Retry { contended: true };
        assert_eq!(classify_answer(&whole, &[]), again);
        for code in PASSING {
            assert_eq!(classify_answer(&cancelled_for(&["None", code]), &["a", "b"]), again, "{code}");
        }
        assert_eq!(classify_answer(&cancelled_for(&["None", "ValidationError"]), &["a", "b"]), WriteFailure::Permanent);
    }

    #[test]
    fn a_failed_condition_is_told_even_if_another_item_was_throttled() {
        let failure = classify_answer(&cancelled_for(&["ThrottlingException", "ConditionalCheckFailed"]), &["a", "b"]);
        assert_eq!(failure, WriteFailure::ConditionsFailed(FailedConditions(vec!["b"])));
    }
}
