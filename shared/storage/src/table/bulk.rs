//! Unconditional batch writes, for filling an empty table and for cleaning up on a developer's machine. No function is
//! allowed BatchWriteItem.

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use futures::{StreamExt as _, stream};

use super::calls::{BatchWrite, BatchWriteItem, FoundPage, Scan, WrittenBatch};
use super::client::Table;
use super::error::TableError;
use super::keys::{Key, Topic};
use super::record::{Item, Record, items_of, key_attributes};
use super::versions::topic_of;

/// DynamoDB's limit for one BatchWriteItem.
const BATCH: usize = 25;
/// How many batches run concurrently.
const AT_ONCE: usize = 8;
/// How often unprocessed items are sent again.
const ROUNDS: u32 = 8;

#[derive(Default)]
pub struct Bulk {
    items: Vec<Item>,
    problem: Option<TableError>,
}

impl Bulk {
    pub fn new() -> Self {
        Self::default()
    }

    /// Writes a record with its copies, without a condition.
    pub fn put<R: Record>(&mut self, record: &R) {
        match items_of(record, 1) {
            Ok(items) => self.items.extend(items),
            Err(error) => self.problem = Some(error),
        }
    }

    pub fn len(&self) -> usize {
        self.items.len()
    }

    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The items themselves, for an engine that takes them without a call.
    pub fn into_items(self) -> Result<Vec<Item>, TableError> {
        self.problem.map_or(Ok(self.items), Err)
    }

    pub async fn write(self, table: &Table) -> Result<(), TableError> {
        let items = self.into_items()?;
        let topics: BTreeSet<Topic> = items.iter().filter_map(topic_of).collect();
        let mut batches = Vec::with_capacity(items.len() / BATCH + 1);
        let mut items = items.into_iter().peekable();
        while items.peek().is_some() {
            batches.push(items.by_ref().take(BATCH).collect::<Vec<_>>());
        }
        let batches: Vec<_> = batches.into_iter().map(|batch| table.write_batch(batch)).collect();
        let mut outcomes = stream::iter(batches).buffer_unordered(AT_ONCE);
        while let Some(outcome) = outcomes.next().await {
            outcome?;
        }
        table.move_versions(&topics).await
    }
}

impl Table {
    async fn write_batch(&self, items: Vec<Item>) -> Result<(), TableError> {
        self.send_batch(items.into_iter().map(|item| BatchWrite::PutRequest { item }).collect()).await
    }

    /// A page of everything in the table, and the key to go on behind. No function is allowed Scan either.
    pub async fn scan(&self, after: Option<&Item>) -> Result<(Vec<Item>, Option<Item>), TableError> {
        let request = Scan { table_name: self.name(), exclusive_start_key: after };
        let page: FoundPage = self.client().call("Scan", &request).await?;
        Ok((page.items, page.last_evaluated_key))
    }

    /// Deletes many items; missing ones are ignored.
    pub async fn forget_many(&self, keys: Vec<Key>) -> Result<(), TableError> {
        let topics: BTreeSet<Topic> = keys.iter().filter_map(|key| Topic::of(&key.pk, &key.sk)).collect();
        let mut batches = Vec::with_capacity(keys.len() / BATCH + 1);
        for keys in keys.chunks(BATCH) {
            let deletes = keys.iter().map(|key| BatchWrite::DeleteRequest { key: key_attributes(key) });
            batches.push(self.send_batch(deletes.collect()));
        }
        let mut outcomes = stream::iter(batches).buffer_unordered(AT_ONCE);
        while let Some(outcome) = outcomes.next().await {
            outcome?;
        }
        self.move_versions(&topics).await
    }

    async fn send_batch(&self, mut remaining: Vec<BatchWrite>) -> Result<(), TableError> {
        for round in 0..ROUNDS {
            if round > 0 {
                tokio::time::sleep(Duration::from_millis(10 << round)).await;
            }
            let request = BatchWriteItem { request_items: HashMap::from([(self.name(), remaining)]) };
            let mut sent: WrittenBatch = self.writer()?.call("BatchWriteItem", &request).await?;
            remaining = sent.unprocessed_items.remove(self.name()).unwrap_or_default();
            if remaining.is_empty() {
                self.recent.forget();
                return Ok(());
            }
        }
        Err(TableError::Unavailable("a batch was left unwritten".to_owned()))
    }
}
