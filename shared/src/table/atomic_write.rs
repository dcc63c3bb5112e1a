//! One DynamoDB transaction: changes that must be applied together, each with the condition it was decided on, along
//! with the event and the idempotency record.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::time::Duration;

use aws_sdk_dynamodb::error::{DisplayErrorContext, SdkError};
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::types::{
    AttributeValue, ConditionCheck, Delete, Put, ReturnConsumedCapacity, TransactWriteItem, Update as UpdateAction,
};
use serde::Serialize;
use serde_dynamo::aws_sdk_dynamodb_1::to_attribute_value;

use super::client::Table;
use super::error::TableError;
use super::keys::{Key, names};
use super::record::{Item, Record, Stored, copy_of, item_of, key_attributes, key_of};
use super::versions::{moves_of, topics_of};
use crate::id::{AttemptId, Random};
use crate::time::{Deadline, Instant};

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

/// What must hold for the item when it is changed.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// No condition.
    Any,
    Absent,
    Present,
    Version(u64),
    /// Absent, or its `ttl` has passed: TTL deletes items late.
    AbsentOrExpired(Instant),
    /// The attribute has this value; fails if the item is absent.
    Equals(&'static str, AttributeValue),
    /// The attribute is absent; holds if the item is absent.
    Lacks(&'static str),
    /// The attribute is absent or below this number.
    AbsentOrBelow(&'static str, i64),
}

/// Changes single attributes of an item instead of replacing it.
#[derive(Clone, Debug, Default)]
pub struct Update {
    pub(super) set: Vec<(&'static str, AttributeValue)>,
    pub(super) add: Vec<(&'static str, AttributeValue)>,
    pub(super) remove: Vec<&'static str>,
    pub(super) exclude: Vec<(&'static str, AttributeValue)>,
    /// Set if a value could not be serialised; the transaction is then not sent.
    problem: Option<TableError>,
}

impl Update {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn set(mut self, attribute: &'static str, value: impl Serialize) -> Self {
        match to_attribute_value(value) {
            Ok(value) => self.set.push((attribute, value)),
            Err(error) => self.problem = Some(TableError::Unreadable { kind: attribute, reason: error.to_string() }),
        }
        self
    }

    pub fn add(mut self, attribute: &'static str, amount: i64) -> Self {
        self.add.push((attribute, AttributeValue::N(amount.to_string())));
        self
    }

    /// Adds one member to a string set.
    pub fn include(mut self, attribute: &'static str, member: impl Into<String>) -> Self {
        self.add.push((attribute, AttributeValue::Ss(vec![member.into()])));
        self
    }

    /// Removes one member from a string set, if it is there.
    pub fn exclude(mut self, attribute: &'static str, member: impl Into<String>) -> Self {
        self.exclude.push((attribute, AttributeValue::Ss(vec![member.into()])));
        self
    }

    pub fn remove(mut self, attribute: &'static str) -> Self {
        self.remove.push(attribute);
        self
    }

    /// Merges a later update into this one: later values win, counts are added, set members are united.
    fn merge(&mut self, later: Self) {
        self.set.retain(|(attribute, _)| later.set.iter().all(|(other, _)| other != attribute));
        self.set.extend(later.set);
        for (attribute, value) in later.add {
            merge_value(&mut self.add, attribute, value);
        }
        for (attribute, value) in later.exclude {
            merge_value(&mut self.exclude, attribute, value);
        }
        self.remove.extend(later.remove);
    }
}

fn merge_value(changes: &mut Vec<(&'static str, AttributeValue)>, attribute: &'static str, value: AttributeValue) {
    match (changes.iter_mut().find(|(other, _)| *other == attribute).map(|(_, value)| value), value) {
        (Some(AttributeValue::Ss(members)), AttributeValue::Ss(more)) => {
            members.extend(more);
            members.sort_unstable();
            members.dedup();
        }
        (Some(AttributeValue::N(count)), AttributeValue::N(more)) => {
            let number = |text: &str| text.parse::<i64>().unwrap_or(0);
            *count = number(count).saturating_add(number(&more)).to_string();
        }
        (_, value) => changes.push((attribute, value)),
    }
}

pub(super) enum WriteAction {
    Put(Item, Condition),
    Update(Key, Update, Condition),
    Delete(Key, Condition),
    Check(Key, Condition),
}

/// The changes of one transaction, in the order they were added.
#[derive(Default)]
pub struct Changes {
    actions: Vec<(&'static str, WriteAction)>,
    problem: Option<TableError>,
}

impl Changes {
    /// Creates a record; if the item exists, the transaction fails under the record's kind.
    pub fn create<R: Record>(&mut self, record: &R) {
        self.put_record(record, 1, Condition::Absent);
    }

    /// Replaces a record unless it was changed since it was read, and deletes the copies that it has no longer.
    pub fn replace<R: Record>(&mut self, read: &Stored<R>, record: &R) {
        self.put_record(record, read.version + 1, Condition::Version(read.version));
        let kept = record.copies();
        for gone in read.copies().into_iter().filter(|copy| !kept.contains(copy)) {
            self.delete(R::KIND, gone, Condition::Any);
        }
    }

    /// Writes a record without a condition.
    pub fn put<R: Record>(&mut self, record: &R) {
        self.put_record(record, 1, Condition::Any);
    }

    /// Writes a record without a condition, unless this transaction writes it already.
    pub fn put_once<R: Record>(&mut self, record: &R) {
        let key = record.key();
        let writes =
            |action: &WriteAction| matches!(action, WriteAction::Put(item, _) if key_of(item).as_ref() == Some(&key));
        if !self.actions.iter().any(|(_, action)| writes(action)) {
            self.put(record);
        }
    }

    /// Writes a record under the given condition.
    pub fn put_if<R: Record>(&mut self, record: &R, condition: Condition) {
        self.put_record(record, 1, condition);
    }

    /// Creates or replaces a record, depending on whether it existed when it was read.
    pub fn save<R: Record>(&mut self, read: Option<&Stored<R>>, record: &R) {
        match read {
            Some(read) => self.replace(read, record),
            None => self.create(record),
        }
    }

    pub fn update(&mut self, label: &'static str, key: Key, mut update: Update, condition: Condition) {
        self.record_problem(update.problem.take());
        self.actions.push((label, WriteAction::Update(key, update, condition)));
    }

    /// An update without a condition, merged with an earlier one of the same item: a transaction may touch an item only
    /// once, but several parts of it may update the same item.
    pub fn merge_update(&mut self, label: &'static str, key: Key, mut update: Update) {
        self.record_problem(update.problem.take());
        let earlier = self.actions.iter_mut().find_map(|(_, action)| match action {
            WriteAction::Update(other, earlier, Condition::Any) if *other == key => Some(earlier),
            _ => None,
        });
        match earlier {
            Some(earlier) => earlier.merge(update),
            None => self.update(label, key, update, Condition::Any),
        }
    }

    pub fn delete(&mut self, label: &'static str, key: Key, condition: Condition) {
        self.actions.push((label, WriteAction::Delete(key, condition)));
    }

    /// Deletes a record as it was read, with its copies.
    pub fn remove<R: Record>(&mut self, read: &Stored<R>) {
        self.delete(R::KIND, read.key(), Condition::Version(read.version));
        for copy in read.copies() {
            self.delete(R::KIND, copy, Condition::Any);
        }
    }

    /// A condition on an item that is not changed here. Repeated checks are sent once.
    pub fn check(&mut self, label: &'static str, key: Key, condition: Condition) {
        let is_same = |action: &WriteAction| matches!(action, WriteAction::Check(other, same) if *other == key && *same == condition);
        if !self.actions.iter().any(|(_, action)| is_same(action)) {
            self.actions.push((label, WriteAction::Check(key, condition)));
        }
    }

    pub fn len(&self) -> usize {
        self.actions.len()
    }

    pub fn is_empty(&self) -> bool {
        self.actions.is_empty()
    }

    /// Remembers the first problem; the transaction is then not sent.
    fn record_problem(&mut self, problem: Option<TableError>) {
        self.problem = self.problem.take().or(problem);
    }

    fn put_record<R: Record>(&mut self, record: &R, version: u64, condition: Condition) {
        match item_of(record, version) {
            Ok(item) => self.actions.push((R::KIND, WriteAction::Put(item, condition))),
            Err(error) => self.record_problem(Some(error)),
        }
        for key in record.copies() {
            match copy_of(record, key, version) {
                Ok(item) => self.actions.push((R::KIND, WriteAction::Put(item, Condition::Any))),
                Err(error) => self.record_problem(Some(error)),
            }
        }
    }
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
pub(crate) fn backoff(attempt: u32, random: &Random) -> Duration {
    let bound = 10_usize.saturating_mul(1 << attempt.min(6)).min(500);
    Duration::from_millis(u64::try_from(random.below(bound)).unwrap_or(0))
}

/// The parts of an expression with numbered placeholders for names and values.
#[derive(Default)]
struct Expression {
    text: String,
    names: HashMap<String, String>,
    values: HashMap<String, AttributeValue>,
}

impl Expression {
    fn name(&mut self, attribute: &str) -> String {
        let placeholder = format!("#n{}", self.names.len());
        self.names.insert(placeholder.clone(), attribute.to_owned());
        placeholder
    }

    fn value(&mut self, value: AttributeValue) -> String {
        let placeholder = format!(":v{}", self.values.len());
        self.values.insert(placeholder.clone(), value);
        placeholder
    }

    fn condition(&mut self, condition: Condition) -> Option<String> {
        let number = |value: i64| AttributeValue::N(value.to_string());
        match condition {
            Condition::Any => None,
            Condition::Absent => Some(format!("attribute_not_exists({})", self.name(names::PK))),
            Condition::Present => Some(format!("attribute_exists({})", self.name(names::PK))),
            Condition::Version(version) => {
                let name = self.name(names::VERSION);
                Some(format!("{name} = {}", self.value(AttributeValue::N(version.to_string()))))
            }
            Condition::AbsentOrExpired(now) => {
                let (pk, ttl) = (self.name(names::PK), self.name(names::TTL));
                Some(format!("attribute_not_exists({pk}) OR {ttl} <= {}", self.value(number(now.seconds()))))
            }
            Condition::Equals(attribute, value) => {
                let name = self.name(attribute);
                Some(format!("{name} = {}", self.value(value)))
            }
            Condition::Lacks(attribute) => Some(format!("attribute_not_exists({})", self.name(attribute))),
            Condition::AbsentOrBelow(attribute, bound) => {
                let name = self.name(attribute);
                Some(format!("attribute_not_exists({name}) OR {name} < {}", self.value(number(bound))))
            }
        }
    }

    fn update(&mut self, update: Update) {
        let mut clause = |verb: &str, parts: Vec<String>| {
            if !parts.is_empty() {
                let _ = write!(self.text, "{verb} {} ", parts.join(", "));
            }
        };
        let mut names = HashMap::new();
        let mut values = HashMap::new();
        let mut name = |attribute: &str| {
            let placeholder = format!("#u{}", names.len());
            names.insert(placeholder.clone(), attribute.to_owned());
            placeholder
        };
        let mut value = |value: AttributeValue| {
            let placeholder = format!(":u{}", values.len());
            values.insert(placeholder.clone(), value);
            placeholder
        };
        clause("SET", update.set.into_iter().map(|(a, v)| format!("{} = {}", name(a), value(v))).collect());
        clause("ADD", update.add.into_iter().map(|(a, v)| format!("{} {}", name(a), value(v))).collect());
        clause("DELETE", update.exclude.into_iter().map(|(a, v)| format!("{} {}", name(a), value(v))).collect());
        clause("REMOVE", update.remove.into_iter().map(&mut name).collect());
        self.names.extend(names);
        self.values.extend(values);
    }

    fn names(&self) -> Option<HashMap<String, String>> {
        (!self.names.is_empty()).then(|| self.names.clone())
    }

    fn values(&self) -> Option<HashMap<String, AttributeValue>> {
        (!self.values.is_empty()).then(|| self.values.clone())
    }
}

impl WriteAction {
    pub(super) fn into_item(self, table: &str) -> Result<TransactWriteItem, TableError> {
        let broken = |error: aws_sdk_dynamodb::error::BuildError| TableError::Unavailable(error.to_string());
        let mut expression = Expression::default();
        let item = TransactWriteItem::builder();
        Ok(match self {
            Self::Put(content, condition) => {
                let condition = expression.condition(condition);
                let put = Put::builder()
                    .table_name(table)
                    .set_item(Some(content))
                    .set_condition_expression(condition)
                    .set_expression_attribute_names(expression.names())
                    .set_expression_attribute_values(expression.values());
                item.put(put.build().map_err(broken)?).build()
            }
            Self::Update(key, update, condition) => {
                let condition = expression.condition(condition);
                expression.update(update);
                let update = UpdateAction::builder()
                    .table_name(table)
                    .set_key(Some(key_attributes(&key)))
                    .update_expression(expression.text.trim_end())
                    .set_condition_expression(condition)
                    .set_expression_attribute_names(expression.names())
                    .set_expression_attribute_values(expression.values());
                item.update(update.build().map_err(broken)?).build()
            }
            Self::Delete(key, condition) => {
                let condition = expression.condition(condition);
                let delete = Delete::builder()
                    .table_name(table)
                    .set_key(Some(key_attributes(&key)))
                    .set_condition_expression(condition)
                    .set_expression_attribute_names(expression.names())
                    .set_expression_attribute_values(expression.values());
                item.delete(delete.build().map_err(broken)?).build()
            }
            Self::Check(key, condition) => {
                let condition = expression.condition(condition);
                let check = ConditionCheck::builder()
                    .table_name(table)
                    .set_key(Some(key_attributes(&key)))
                    .set_condition_expression(condition)
                    .set_expression_attribute_names(expression.names())
                    .set_expression_attribute_values(expression.values());
                item.condition_check(check.build().map_err(broken)?).build()
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use aws_sdk_dynamodb::types::CancellationReason;
    use aws_sdk_dynamodb::types::error::{ThrottlingException, TransactionCanceledException};

    use super::*;

    struct Unserializable;

    impl Serialize for Unserializable {
        fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(serde::ser::Error::custom("not serializable"))
        }
    }

    #[test]
    fn a_value_that_cannot_be_serialised_stops_the_transaction() {
        let key = Key { pk: "A".to_owned(), sk: "B".to_owned() };
        let update = || Update::new().set("fine", 1).set("not", Unserializable);
        let mut changes = Changes::default();
        changes.update("label", key.clone(), update(), Condition::Any);
        assert!(changes.problem.is_some());
        let mut changes = Changes::default();
        changes.merge_update("label", key.clone(), Update::new().set("fine", 1));
        changes.merge_update("label", key, update());
        assert!(changes.problem.is_some());
    }

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

    #[test]
    fn the_same_check_twice_is_sent_once() {
        let key = Key { pk: "A".to_owned(), sk: "B".to_owned() };
        let mut changes = Changes::default();
        for condition in [Condition::Version(1), Condition::Version(1)] {
            changes.check("label", key.clone(), condition);
        }
        assert_eq!(changes.len(), 1);
    }
}
