//! The results of a query one by one in the order of their sort keys, merged over the shards of a list.

use std::collections::VecDeque;
use std::marker::PhantomData;

use futures::stream::{self, StreamExt as _};
use serde_dynamo::AttributeValue;

use super::client::Table;
use super::error::TableError;
use super::keys::Key;
use super::partition::Partition;
use super::record::{Item, Record, Stored, key_of};
use crate::at_once;

/// The least that one call reads of one partition of many.
const LEAST_READ: usize = 8;
/// Each further call reads twice as much, up to this: a filter may leave little of what is read.
const MOST_READ: usize = 500;

/// Reads each shard only as far as the order needs it; the query's limit is what the first call reads of one shard.
pub struct InOrder<'a, R> {
    table: &'a Table,
    order: Partition,
    shards: Vec<Shard>,
    kind: PhantomData<fn() -> R>,
}

struct Shard {
    /// The query for what follows; `None` after the last page.
    query: Option<Partition>,
    read: VecDeque<Item>,
}

impl Table {
    /// A dry run sees the table only.
    pub fn in_order<R: Record>(&self, query: Partition) -> InOrder<'_, R> {
        let shards = query.clone().each().into_iter();
        let shards = shards.map(|shard| Shard { query: Some(shard), read: VecDeque::new() }).collect();
        InOrder { table: self, order: query, shards, kind: PhantomData }
    }
}

impl Table {
    /// The first `limit` wanted records behind the sort key `after`, of a list that these queries make up one behind the
    /// other; and the sort key to go on behind, if the list may go on. Looks at no more than `look_at` records.
    pub async fn first<R: Record>(
        &self,
        queries: Vec<Partition>,
        after: Option<&str>,
        limit: usize,
        look_at: usize,
        wanted: impl Fn(&R) -> bool,
    ) -> Result<(Vec<Stored<R>>, Option<String>), TableError> {
        let left = queries.into_iter().filter_map(|query| match after {
            Some(after) => query.until(after),
            None => Some(query),
        });
        let mut left = left.peekable();
        let (mut found, mut looked_at) = (Vec::new(), 0_usize);
        while let Some(query) = left.next() {
            // Twice the share of one partition, so that a second call is rare; of a single one all, with the row
            // that the page before ended with and one that shows whether there are more.
            let share = limit.saturating_mul(2).checked_div(query.partitions()).unwrap_or(limit);
            let sort_attribute = query.sort_attribute();
            let at_once = share.max(LEAST_READ).min(limit.saturating_add(2));
            let mut rows = self.in_order::<R>(query.at_most(at_once));
            while let Some(mut item) = rows.next_item().await? {
                let sort = match item.remove(sort_attribute) {
                    Some(AttributeValue::S(sort)) => sort,
                    _ => String::new(),
                };
                if after == Some(sort.as_str()) {
                    continue;
                }
                let record = Stored::from_item(item)?;
                looked_at = looked_at.saturating_add(1);
                if wanted(&record.record) {
                    found.push(record);
                }
                if found.len() >= limit || looked_at >= look_at {
                    let is_last = rows.is_over() && left.peek().is_none();
                    return Ok((found, (!is_last).then_some(sort)));
                }
            }
        }
        Ok((found, None))
    }
}

impl<R: Record> InOrder<'_, R> {
    pub async fn next(&mut self) -> Result<Option<Stored<R>>, TableError> {
        self.next_item().await?.map(Stored::from_item).transpose()
    }

    /// The next one on its own, so that one unreadable item does not hide the rest.
    pub async fn next_each(&mut self) -> Result<Option<(Key, Result<Stored<R>, TableError>)>, TableError> {
        Ok(self.next_item().await?.and_then(|item| key_of(&item).map(|key| (key, Stored::from_item(item)))))
    }

    async fn next_item(&mut self) -> Result<Option<Item>, TableError> {
        self.read_on().await?;
        let Self { order, shards, .. } = self;
        let heads = shards.iter().enumerate().filter_map(|(at, shard)| shard.read.front().map(|item| (at, item)));
        let first = heads.min_by(|(_, one), (_, other)| order.order(one, other)).map(|(at, _)| at);
        Ok(first.and_then(|at| shards.get_mut(at)).and_then(|shard| shard.read.pop_front()))
    }

    /// Whether it is known that nothing follows.
    fn is_over(&self) -> bool {
        self.shards.iter().all(|shard| shard.read.is_empty() && shard.query.is_none())
    }

    /// Reads the shards of which nothing is left, at the same time, until each has something or is at its end.
    async fn read_on(&mut self) -> Result<(), TableError> {
        let table = self.table;
        loop {
            let reading = self.shards.iter_mut().filter(|shard| shard.read.is_empty() && shard.query.is_some());
            let reading: Vec<_> = reading.map(|shard| shard.read_on(table)).collect();
            if reading.is_empty() {
                return Ok(());
            }
            let mut reading = stream::iter(reading).buffer_unordered(at_once::CALLS);
            while let Some(read) = reading.next().await {
                read?;
            }
        }
    }
}

impl Shard {
    async fn read_on(&mut self, table: &Table) -> Result<(), TableError> {
        let Some(query) = &mut self.query else { return Ok(()) };
        let (items, last) = table.query_page(query).await?;
        self.read.extend(items);
        match last {
            Some(last) => {
                query.after = Some(last);
                query.limit = query.limit.map(|limit| limit.saturating_mul(2).min(MOST_READ.max(limit)));
            }
            None => self.query = None,
        }
        Ok(())
    }
}
