//! One DynamoDB transaction: changes that must be applied together, each with the condition it was decided on, along
//! with the event and the idempotency record.

use std::time::Duration;

use parlour_aws::{CallError, ServiceError};

use super::calls::{Acknowledged, CancelledTransaction, TransactWriteItems};
use super::changes::{Changes, WriteAction};
use super::client::Table;
use super::error::TableError;
use super::versions::{moves_of, topics_of};
use crate::deadline::Deadline;
use parlour_values::id::{AttemptId, Random};

/// DynamoDB's limit for one transaction.
pub const MAX_ACTIONS: usize = 100;
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
    let parts: Vec<_> = actions.into_iter().map(|(_, action)| action.into_part(table.name())).collect();
    let request = TransactWriteItems { transact_items: &parts, client_request_token: Some(token.as_str()) };
    let deadline = Deadline::after(RETRY_FOR);
    let mut attempt = 0_u32;
    loop {
        let error = match table.writer()?.call::<Acknowledged>("TransactWriteItems", &request).await {
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

fn classify(error: &CallError, labels: &[&'static str]) -> WriteFailure {
    match error {
        CallError::Service(answer) => classify_answer(answer, labels),
        // The transaction may have been applied. Retrying with the same token does not apply it twice.
        CallError::Unanswered { .. } | CallError::Unreadable { .. } => WriteFailure::Retry { contended: false },
        CallError::Unsendable(_) => WriteFailure::Permanent,
    }
}

/// Reasons of a cancelled transaction that pass by themselves. Throttling has two names, by where it was noticed.
const PASSING: [&str; 5] = [
    "TransactionConflict",
    "ThrottlingError",
    "ThrottlingException",
    "ProvisionedThroughputExceeded",
    "RequestLimitExceeded",
];

/// Errors of a whole transaction that others under way are the cause of.
const CONTENDED: [&str; 4] = [
    "TransactionInProgressException",
    "ProvisionedThroughputExceededException",
    "ThrottlingException",
    "RequestLimitExceeded",
];

fn classify_answer(error: &ServiceError, labels: &[&'static str]) -> WriteFailure {
    match error.code.as_str() {
        "TransactionCanceledException" => {
            let cancelled = serde_json::from_slice(&error.body)
                .unwrap_or(CancelledTransaction { cancellation_reasons: Vec::new() });
            classify_reasons(&cancelled, labels)
        }
        code if CONTENDED.contains(&code) => WriteFailure::Retry { contended: true },
        _ if error.status >= 500 => WriteFailure::Retry { contended: false },
        _ => {
            tracing::error!(%error, "transaction failed");
            WriteFailure::Permanent
        }
    }
}

fn classify_reasons(cancelled: &CancelledTransaction, labels: &[&'static str]) -> WriteFailure {
    let reasons = cancelled.cancellation_reasons.iter();
    let codes: Vec<&str> = reasons.map(|reason| reason.code.as_deref().unwrap_or("None")).collect();
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

/// Full jitter with a doubling bound, from 10 ms to at most 500 ms.
pub fn backoff(attempt: u32, random: &Random) -> Duration {
    let bound = 10_usize.saturating_mul(1 << attempt.min(6)).min(500);
    Duration::from_millis(u64::try_from(random.below(bound)).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn answered(status: u16, code: &str, body: &serde_json::Value) -> ServiceError {
        let (operation, message, request) = ("TransactWriteItems".to_owned(), String::new(), String::new());
        ServiceError { operation, status, code: code.to_owned(), message, request, body: body.to_string().into() }
    }

    fn cancelled_for(codes: &[&str]) -> ServiceError {
        let reasons: Vec<_> = codes.iter().map(|code| json!({ "Code": code })).collect();
        answered(400, "TransactionCanceledException", &json!({ "CancellationReasons": reasons }))
    }

    #[test]
    fn throttling_is_waited_for_wherever_it_is_said() {
        let again = WriteFailure::Retry { contended: true };
        for code in CONTENDED {
            assert_eq!(classify_answer(&answered(400, code, &json!({})), &[]), again, "{code}");
        }
        for code in PASSING {
            assert_eq!(classify_answer(&cancelled_for(&["None", code]), &["a", "b"]), again, "{code}");
        }
        assert_eq!(classify_answer(&cancelled_for(&["None", "ValidationError"]), &["a", "b"]), WriteFailure::Permanent);
    }

    #[test]
    fn a_failure_of_the_service_is_no_conflict_and_a_refusal_is_for_good() {
        let failed = answered(500, "InternalServerError", &json!({}));
        assert_eq!(classify_answer(&failed, &[]), WriteFailure::Retry { contended: false });
        let refused = answered(400, "ValidationException", &json!({}));
        assert_eq!(classify_answer(&refused, &[]), WriteFailure::Permanent);
    }

    #[test]
    fn a_failed_condition_is_told_even_if_another_item_was_throttled() {
        let failure = classify_answer(&cancelled_for(&["ThrottlingException", "ConditionalCheckFailed"]), &["a", "b"]);
        assert_eq!(failure, WriteFailure::ConditionsFailed(FailedConditions(vec!["b"])));
    }
}
