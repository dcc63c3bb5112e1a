//! Queries of the table: a part of one partition, or of all shards of a list.

use super::keys::{Key, PartitionKeys, names};
use super::record::{Item, key_attributes, text_of};

/// A query of one partition, or of all shards of a list at the same time. Reads are consistent unless they use a global
/// index, or need not be.
#[derive(Clone, Debug, PartialEq)]
pub struct Partition {
    pub(super) index: Option<&'static str>,
    pub(super) pk: String,
    /// The further shards of a list.
    pub(super) shards: Vec<String>,
    pub(super) sort: SortKeyCondition,
    pub(super) newest_first: bool,
    is_asked_often: bool,
    may_lag: bool,
    pub(super) limit: Option<usize>,
    pub(super) after: Option<Item>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum SortKeyCondition {
    Any,
    Prefix(String),
    Between(String, String),
}

impl Partition {
    pub fn of(pk: impl Into<PartitionKeys>) -> Self {
        let PartitionKeys { first, others } = pk.into();
        Self {
            index: None,
            pk: first,
            shards: others,
            sort: SortKeyCondition::Any,
            newest_first: false,
            is_asked_often: false,
            may_lag: false,
            limit: None,
            after: None,
        }
    }

    pub fn g1(pk: impl Into<PartitionKeys>) -> Self {
        Self { index: Some(names::G1), ..Self::of(pk) }
    }

    pub fn g2(pk: impl Into<PartitionKeys>) -> Self {
        Self { index: Some(names::G2), ..Self::of(pk) }
    }

    pub fn g3(pk: impl Into<PartitionKeys>) -> Self {
        Self { index: Some(names::G3), ..Self::of(pk) }
    }

    pub fn starting(mut self, prefix: impl Into<String>) -> Self {
        self.sort = SortKeyCondition::Prefix(prefix.into());
        self
    }

    /// Both ends included.
    pub fn between(mut self, first: impl Into<String>, last: impl Into<String>) -> Self {
        self.sort = SortKeyCondition::Between(first.into(), last.into());
        self
    }

    /// From the beginning to the last key with this prefix, inclusive.
    pub fn through(self, last: impl std::fmt::Display) -> Self {
        self.between("0", format!("{last}~"))
    }

    /// No further than this sort key, itself included; `None` if nothing of the query is left.
    pub fn until(mut self, last: &str) -> Option<Self> {
        let (first, end) = match self.sort {
            SortKeyCondition::Any => ("0".to_owned(), last.to_owned()),
            SortKeyCondition::Prefix(prefix) => {
                let end = format!("{prefix}~");
                (prefix, end)
            }
            SortKeyCondition::Between(first, end) => (first, end),
        };
        let last = if end.as_str() < last { end } else { last.to_owned() };
        let is_left = first <= last;
        self.sort = SortKeyCondition::Between(first, last);
        is_left.then_some(self)
    }

    pub fn newest_first(mut self) -> Self {
        self.newest_first = true;
        self
    }

    /// For a list that is asked for again and again while little of it changes: it is kept by the instance
    /// ([`super::recent`]). A change costs one call more.
    pub fn asked_often(mut self) -> Self {
        self.is_asked_often = true;
        self
    }

    /// For half the capacity: what was written in the last second may be missing.
    pub fn may_lag(mut self) -> Self {
        self.may_lag = true;
        self
    }

    pub(super) fn is_asked_often(&self) -> bool {
        self.is_asked_often
    }

    /// How many partitions it asks.
    pub(super) fn partitions(&self) -> usize {
        self.shards.len().saturating_add(1)
    }

    pub(super) fn is_newest_first(&self) -> bool {
        self.newest_first
    }

    pub fn at_most(mut self, records: usize) -> Self {
        self.limit = Some(records);
        self
    }

    /// Continues after a key of the table itself (not of an index).
    pub fn after(mut self, key: Option<Key>) -> Self {
        self.after = key.as_ref().map(key_attributes);
        self
    }

    /// The same question to each of its partitions by itself.
    pub(super) fn each(mut self) -> Vec<Self> {
        let others = std::mem::take(&mut self.shards);
        let others: Vec<Self> = others.into_iter().map(|pk| Self { pk, ..self.clone() }).collect();
        std::iter::once(self).chain(others).collect()
    }

    /// Whether the query finds this item.
    pub(super) fn finds(&self, item: &Item) -> bool {
        let sort = attribute(item, self.sort_attribute());
        attribute(item, self.partition_attribute()) == Some(&self.pk)
            && sort.is_some_and(|sort| match &self.sort {
                SortKeyCondition::Any => true,
                SortKeyCondition::Prefix(prefix) => sort.starts_with(prefix),
                SortKeyCondition::Between(first, last) => (first.as_str()..=last.as_str()).contains(&sort),
            })
    }

    /// The order in which the query gives two items.
    pub(super) fn order(&self, one: &Item, other: &Item) -> std::cmp::Ordering {
        let sort = |item| attribute(item, self.sort_attribute());
        let order = sort(one).cmp(&sort(other));
        if self.newest_first { order.reverse() } else { order }
    }

    pub(super) fn sort_attribute(&self) -> &'static str {
        match self.index {
            Some(names::G1) => names::G1_SK,
            Some(names::G2) => names::G2_SK,
            Some(names::G3) => names::G3_SK,
            _ => names::SK,
        }
    }

    pub(super) fn partition_attribute(&self) -> &'static str {
        match self.index {
            Some(names::G1) => names::G1_PK,
            Some(names::G2) => names::G2_PK,
            Some(names::G3) => names::G3_PK,
            _ => names::PK,
        }
    }

    pub(super) fn consistent(&self) -> bool {
        self.index.is_none() && !self.may_lag
    }
}

fn attribute<'a>(item: &'a Item, name: &str) -> Option<&'a str> {
    item.get(name).and_then(text_of)
}
