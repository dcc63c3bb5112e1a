//! The changes of one transaction, each with the condition it was decided on.

use serde::Serialize;
use serde_dynamo::{AttributeValue, to_attribute_value};

use super::error::TableError;
use super::keys::{Key, names};
use super::record::{Item, Record, Stored, items_of, key_of, text_of};
use parlour_values::time::Instant;

/// The condition that must hold for the item when it is changed.
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
    pub(super) actions: Vec<(&'static str, WriteAction)>,
    /// Set if a record could not be serialised; the transaction is then not sent.
    pub(super) problem: Option<TableError>,
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
        const { assert!(!R::IS_VERSIONED, "what is put keeps its version") };
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
        const { assert!(!R::IS_VERSIONED, "what is put keeps its version") };
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

    /// The partitions that are written or looked at.
    pub(crate) fn partitions(&self) -> impl Iterator<Item = &str> + Clone {
        self.actions.iter().filter_map(|(_, action)| match action {
            WriteAction::Put(item, _) => item.get(names::PK).and_then(text_of),
            WriteAction::Update(key, ..) | WriteAction::Delete(key, _) | WriteAction::Check(key, _) => {
                Some(key.pk.as_str())
            }
        })
    }

    pub fn is_empty(&self) -> bool {
        self.actions.is_empty()
    }

    /// Remembers the first problem; the transaction is then not sent.
    fn record_problem(&mut self, problem: Option<TableError>) {
        self.problem = self.problem.take().or(problem);
    }

    fn put_record<R: Record>(&mut self, record: &R, version: u64, condition: Condition) {
        let items = match items_of(record, version) {
            Ok(items) => items,
            Err(error) => return self.record_problem(Some(error)),
        };
        // The condition is the record's own: its copies follow it.
        let conditions = std::iter::once(condition).chain(std::iter::repeat(Condition::Any));
        let puts = items.into_iter().zip(conditions).map(|(item, condition)| WriteAction::Put(item, condition));
        self.actions.extend(puts.map(|put| (R::KIND, put)));
    }
}

#[cfg(test)]
mod tests {
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
