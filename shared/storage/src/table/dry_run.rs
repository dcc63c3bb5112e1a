//! The table of a dry run. It reads like any other and writes nothing: what would have been written stands in memory,
//! over the table, until the request is over. So a request of several steps sees its own earlier ones, and each step's
//! conditions are checked on what it would find.
//!
//! A transaction's conditions are decided here, on the items as they are read at that moment, and not by DynamoDB in a
//! transaction of checks alone: that would cost twice as much, and make real writes of the same items conflict with it.

use serde_dynamo::AttributeValue;

use super::atomic_write::{FailedConditions, WriteError};
use super::changes::{Condition, Update, WriteAction};
use super::client::Table;
use super::error::TableError;
use super::keys::{Key, Topic, names};
use super::overlay::Overlay;
use super::partition::Partition;
use super::record::{Item, key_attributes, key_of};

impl Table {
    /// The same table for one dry run.
    pub fn dry_run(&self) -> Self {
        let mut table = self.clone();
        table.dry_run = Some(Overlay::default());
        table
    }

    pub fn is_dry_run(&self) -> bool {
        self.dry_run.is_some()
    }

    /// Whether this dry run would have changed such reference data.
    pub fn has_rehearsed(&self, topic: &Topic) -> bool {
        self.rehearsed(&topic.version_key(0)).is_some()
    }

    /// The item as this dry run would have left it; `None` if it has not touched it.
    pub(super) fn rehearsed(&self, key: &Key) -> Option<Option<Item>> {
        self.dry_run.as_ref()?.get(key)
    }

    /// All results of a query in a dry run.
    pub(super) async fn rehearsed_query(&self, mut query: Partition) -> Result<Vec<Item>, TableError> {
        let limit = query.limit.unwrap_or(usize::MAX);
        let mut items = Vec::new();
        loop {
            let (page, last) = self.query_page(&query).await?;
            items.extend(page);
            match last {
                Some(last) if items.len() < limit => query.after = Some(last),
                _ => break,
            }
        }
        if let Some(overlay) = &self.dry_run {
            items = overlay.over(items, |item| query.finds(item));
            items.sort_by(|one, other| query.order(one, other));
        }
        items.truncate(limit);
        Ok(items)
    }

    /// A transaction of a dry run: one read, then its conditions fail or its changes stand in memory.
    pub(super) async fn rehearse(
        &self,
        overlay: &Overlay,
        actions: Vec<(&'static str, WriteAction)>,
    ) -> Result<(), WriteError> {
        let read = actions.iter().filter(|(_, action)| action.depends_on_item());
        let found = self.get_many(read.filter_map(|(_, action)| action.key())).await?;
        let (mut lost, mut written) = (Vec::new(), Vec::new());
        for (label, action) in actions {
            let Some(key) = action.key() else { continue };
            let item = found.item(&key);
            if !action.condition().holds(item) {
                lost.push(label);
            }
            match action {
                WriteAction::Put(content, _) => written.push((key, Some(content))),
                WriteAction::Update(_, update, _) => {
                    let item = update.applied(item.cloned().unwrap_or_else(|| key_attributes(&key)));
                    written.push((key, Some(item)));
                }
                WriteAction::Delete(..) => written.push((key, None)),
                WriteAction::Check(..) => {}
            }
        }
        if !lost.is_empty() {
            return Err(WriteError::ConditionsFailed(FailedConditions(lost)));
        }
        overlay.write(written);
        Ok(())
    }
}

impl WriteAction {
    fn key(&self) -> Option<Key> {
        match self {
            Self::Put(item, _) => key_of(item),
            Self::Update(key, ..) | Self::Delete(key, _) | Self::Check(key, _) => Some(key.clone()),
        }
    }

    fn condition(&self) -> &Condition {
        match self {
            Self::Put(_, condition)
            | Self::Update(_, _, condition)
            | Self::Delete(_, condition)
            | Self::Check(_, condition) => condition,
        }
    }

    fn depends_on_item(&self) -> bool {
        matches!(self, Self::Update(..)) || *self.condition() != Condition::Any
    }
}

impl Condition {
    /// Whether DynamoDB would find it true for the item.
    fn holds(&self, item: Option<&Item>) -> bool {
        let attribute = |name: &str| item.and_then(|item| item.get(name));
        let number = |name: &str| attribute(name).and_then(number);
        match self {
            Self::Any => true,
            Self::Absent => item.is_none(),
            Self::Present => item.is_some(),
            Self::Version(version) => number(names::VERSION) == Some(i128::from(*version)),
            Self::AbsentOrExpired(now) => {
                item.is_none() || number(names::TTL).is_some_and(|ttl| ttl <= i128::from(now.seconds()))
            }
            Self::Equals(name, value) => attribute(name) == Some(value),
            Self::Lacks(name) => attribute(name).is_none(),
            Self::AbsentOrBelow(name, bound) => {
                attribute(name).is_none() || number(name).is_some_and(|value| value < i128::from(*bound))
            }
        }
    }
}

impl Update {
    /// The item after the update.
    fn applied(self, mut item: Item) -> Item {
        for (attribute, value) in self.set {
            item.insert(attribute.to_owned(), value);
        }
        for (attribute, value) in self.add {
            let sum = match (item.get(attribute), value) {
                (Some(AttributeValue::Ss(members)), AttributeValue::Ss(more)) => {
                    let new: Vec<String> = more.into_iter().filter(|member| !members.contains(member)).collect();
                    AttributeValue::Ss(members.iter().cloned().chain(new).collect())
                }
                (Some(count), more) => match (number(count), number(&more)) {
                    (Some(count), Some(more)) => AttributeValue::N(count.saturating_add(more).to_string()),
                    _ => more,
                },
                (None, value) => value,
            };
            item.insert(attribute.to_owned(), sum);
        }
        for (attribute, value) in self.exclude {
            if let (Some(AttributeValue::Ss(members)), AttributeValue::Ss(gone)) = (item.get_mut(attribute), value) {
                members.retain(|member| !gone.contains(member));
                // DynamoDB keeps no empty set.
                if members.is_empty() {
                    item.remove(attribute);
                }
            }
        }
        for attribute in self.remove {
            item.remove(attribute);
        }
        item
    }
}

fn number(value: &AttributeValue) -> Option<i128> {
    match value {
        AttributeValue::N(number) => number.parse().ok(),
        _ => None,
    }
}
