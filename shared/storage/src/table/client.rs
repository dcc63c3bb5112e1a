//! Reads and counters over the DynamoDB client.

use std::collections::{HashMap, HashSet};
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

use parlour_aws::{CallError, JsonService};
use serde_dynamo::AttributeValue;

use super::calls::{
    Acknowledged, AttributeNames, BatchGetItem, BatchKeys, DeleteItem, FoundBatch, FoundItem, FoundPage, GetItem,
    PutItem, QueryRequest, TextValue, UpdateItem, UpdatedItem,
};
use super::error::TableError;
use super::found::Found;
use super::key_lock::{KeyLock, KeyLocks};
use super::keys::{Key, names};
use super::known_versions::{KnownVersions, NextCopy};
use super::overlay::Overlay;
use super::partition::{Partition, SortKeyCondition};
use super::recent::RecentLists;
use super::record::{Item, Record, Stored, item_of, key_attributes, key_of};
use crate::at_once;
use crate::memory::Memory;
use parlour_values::time::Instant;

#[derive(Clone)]
pub struct Table {
    client: JsonService,
    name: Arc<str>,
    locks: KeyLocks,
    /// Set in a dry run: what it would have written so far.
    pub(super) dry_run: Option<Overlay>,
    pub(super) next_copy: NextCopy,
    /// Set for a request: the versions it has read.
    pub(super) known: Option<KnownVersions>,
    pub(super) recent: RecentLists,
    memory: Arc<Memory>,
}

/// The value of a counter after it was incremented.
#[derive(Clone, Copy, Debug)]
pub struct Counted(pub u64);

/// The results of a query, page by page, so that no more than one page is held in memory; of a list in shards, one page of
/// each at a time, in no order among them.
pub struct Pages<'a, R> {
    table: &'a Table,
    /// The queries for the next page, one for each shard that has more.
    queries: Vec<Partition>,
    kind: PhantomData<fn() -> R>,
}

impl<R: Record> Pages<'_, R> {
    /// The next page, or `None` at the end. A page may be empty.
    pub async fn next(&mut self) -> Result<Option<Vec<Stored<R>>>, TableError> {
        if self.queries.is_empty() {
            return Ok(None);
        }
        let pages = at_once::try_all(self.queries.iter().map(|query| self.table.query_page(query))).await?;
        let mut records = Vec::new();
        let mut unfinished = Vec::new();
        for (mut query, (items, last)) in std::mem::take(&mut self.queries).into_iter().zip(pages) {
            for item in items {
                records.push(Stored::from_item(item)?);
            }
            if last.is_some() {
                query.after = last;
                unfinished.push(query);
            }
        }
        self.queries = unfinished;
        Ok(Some(records))
    }
}

/// One page of a partition, and the key after which the next one starts.
pub struct RecordPage<R> {
    pub records: Vec<Stored<R>>,
    pub next: Option<Key>,
}

/// DynamoDB's limit for one BatchGetItem.
const BATCH_KEYS: usize = 100;
/// How often unprocessed keys are requested again.
const BATCH_ROUNDS: u32 = 8;

impl Table {
    pub fn new(client: JsonService, name: impl Into<Arc<str>>) -> Self {
        Self {
            client,
            name: name.into(),
            locks: KeyLocks::default(),
            dry_run: None,
            next_copy: NextCopy::default(),
            known: None,
            recent: RecentLists::default(),
            memory: Arc::default(),
        }
    }

    /// The memory this process has of the table, whichever request asks.
    pub fn remembered<T: Default + Send + Sync + 'static>(&self) -> Arc<T> {
        self.memory.get()
    }

    /// The client itself, for the tools of a developer's machine.
    pub fn client(&self) -> &JsonService {
        &self.client
    }

    /// The client for whatever writes: a dry run gets none.
    pub(super) fn writer(&self) -> Result<&JsonService, TableError> {
        if self.is_dry_run() { Err(TableError::DryRun) } else { Ok(&self.client) }
    }

    /// Waits until no other task in this process holds the key's lock; hold it until the write is done.
    pub async fn lock(&self, key: &Key) -> KeyLock {
        self.locks.wait(key).await
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub async fn get<R: Record>(&self, key: &Key) -> Result<Option<Stored<R>>, TableError> {
        self.item(key).await?.map(Stored::from_item).transpose()
    }

    pub(super) async fn item(&self, key: &Key) -> Result<Option<Item>, TableError> {
        if let Some(rehearsed) = self.rehearsed(key) {
            return Ok(rehearsed);
        }
        Ok(self.get_item(key, true).await?.item)
    }

    async fn get_item(&self, key: &Key, consistent_read: bool) -> Result<FoundItem, CallError> {
        let request = GetItem { table_name: self.name(), key: key_attributes(key), consistent_read };
        self.client.call("GetItem", &request).await
    }

    /// A read to check that the table is reachable and to warm up the connection.
    pub async fn touch(&self, key: &Key) -> Result<(), TableError> {
        self.get_item(key, false).await?;
        Ok(())
    }

    /// Several items of any kind in one round trip; take them out of the result by key.
    pub async fn get_many(&self, keys: impl IntoIterator<Item = Key>) -> Result<Found, TableError> {
        self.get_all(keys, true).await
    }

    /// The same as it was a moment ago, for half the capacity: for what is shown beside something else, and decides nothing.
    pub async fn get_many_lagging(&self, keys: impl IntoIterator<Item = Key>) -> Result<Found, TableError> {
        self.get_all(keys, false).await
    }

    /// The same of items that are written once and never changed, for half the capacity: what an eventually consistent read
    /// does not have yet is read again.
    pub async fn get_many_unchanging(&self, keys: impl IntoIterator<Item = Key>) -> Result<Found, TableError> {
        let keys: Vec<Key> = keys.into_iter().collect();
        let mut found = self.get_many_lagging(keys.iter().cloned()).await?;
        let missing: Vec<Key> = keys.into_iter().filter(|key| found.item(key).is_none()).collect();
        if !missing.is_empty() {
            found.join(self.get_all(missing, true).await?);
        }
        Ok(found)
    }

    async fn get_all(&self, keys: impl IntoIterator<Item = Key>, is_consistent: bool) -> Result<Found, TableError> {
        let (mut wanted, mut found): (Vec<Key>, Vec<(Key, Item)>) = (Vec::new(), Vec::new());
        let mut seen = HashSet::new();
        for key in keys {
            // DynamoDB refuses a batch that names a key twice.
            if !seen.insert(key.clone()) {
                continue;
            }
            match self.rehearsed(&key) {
                Some(item) => found.extend(item.map(|item| (key, item))),
                None => wanted.push(key),
            }
        }
        let batches =
            at_once::try_all(wanted.chunks(BATCH_KEYS).map(|keys| self.get_batch(keys, is_consistent))).await?;
        found.extend(batches.into_iter().flatten());
        Ok(Found::new(found))
    }

    async fn get_batch(&self, keys: &[Key], is_consistent: bool) -> Result<Vec<(Key, Item)>, TableError> {
        let mut found = Vec::new();
        let mut remaining: Vec<Item> = keys.iter().map(key_attributes).collect();
        for round in 0..BATCH_ROUNDS {
            if round > 0 {
                tokio::time::sleep(Duration::from_millis(10 << round)).await;
            }
            let keys = BatchKeys { keys: std::mem::take(&mut remaining), consistent_read: is_consistent };
            let request = BatchGetItem { request_items: HashMap::from([(self.name(), keys)]) };
            let answer: FoundBatch = self.client.call("BatchGetItem", &request).await?;
            for item in answer.responses.into_values().flatten() {
                if let Some(key) = key_of(&item) {
                    found.push((key, item));
                }
            }
            remaining = answer.unprocessed_keys.into_values().flat_map(|rest| rest.keys).collect();
            if remaining.is_empty() {
                return Ok(found);
            }
        }
        Err(TableError::Unavailable("a batch has unprocessed keys".to_owned()))
    }

    /// All results of a query, over all its pages.
    pub async fn query<R: Record>(&self, query: Partition) -> Result<Vec<Stored<R>>, TableError> {
        if self.is_dry_run() || !query.shards.is_empty() {
            return self.items(query).await?.into_iter().map(Stored::from_item).collect();
        }
        let limit = query.limit.unwrap_or(usize::MAX);
        let mut records = Vec::new();
        let mut query = query;
        loop {
            let (items, last) = self.query_page(&query).await?;
            for item in items {
                records.push(Stored::from_item(item)?);
            }
            match last {
                Some(last) if records.len() < limit => query.after = Some(last),
                _ => {
                    records.truncate(limit);
                    return Ok(records);
                }
            }
        }
    }

    /// The results page by page, for callers that should not hold them all in memory. A dry run sees the table only.
    pub fn pages<R: Record>(&self, query: Partition) -> Pages<'_, R> {
        Pages { table: self, queries: query.each(), kind: PhantomData }
    }

    /// One page of a partition of the table itself, limited by the query's limit.
    pub async fn page<R: Record>(&self, query: Partition) -> Result<RecordPage<R>, TableError> {
        let (items, last) = self.query_page(&query).await?;
        let records = items.into_iter().map(Stored::from_item).collect::<Result<_, _>>()?;
        Ok(RecordPage { records, next: last.as_ref().and_then(key_of) })
    }

    /// All items of a partition, of several kinds, told apart by their keys.
    pub async fn query_items(&self, query: Partition) -> Result<Found, TableError> {
        let items = self.items(query).await?;
        Ok(Found::new(items.into_iter().filter_map(|item| key_of(&item).map(|key| (key, item))).collect()))
    }

    /// The items of all results, over all pages and shards, in order.
    async fn items(&self, query: Partition) -> Result<Vec<Item>, TableError> {
        let order = query.clone();
        let shards = at_once::try_all(query.each().into_iter().map(|shard| self.items_of_one(shard))).await?;
        let several = shards.len() > 1;
        let mut items: Vec<Item> = shards.into_iter().flatten().collect();
        if several {
            items.sort_by(|one, other| order.order(one, other));
            items.truncate(order.limit.unwrap_or(usize::MAX));
        }
        Ok(items)
    }

    async fn items_of_one(&self, mut query: Partition) -> Result<Vec<Item>, TableError> {
        if self.is_dry_run() {
            return self.rehearsed_query(query).await;
        }
        let limit = query.limit.unwrap_or(usize::MAX);
        let mut found = Vec::new();
        loop {
            let (items, last) = self.query_page(&query).await?;
            found.extend(items);
            match last {
                Some(last) if found.len() < limit => query.after = Some(last),
                _ => {
                    found.truncate(limit);
                    return Ok(found);
                }
            }
        }
    }

    /// The number of results, counted no further than the query's limit.
    pub async fn count(&self, query: Partition) -> Result<usize, TableError> {
        if self.is_dry_run() || !query.shards.is_empty() {
            return Ok(self.items(query).await?.len());
        }
        let limit = query.limit.unwrap_or(usize::MAX);
        let mut total = 0_usize;
        let mut query = query;
        loop {
            let request = QueryRequest { select: Some("COUNT"), ..self.request(&query) };
            let answer: FoundPage = self.client.call("Query", &request).await?;
            total = total.saturating_add(answer.count);
            match answer.last_evaluated_key {
                Some(last) if total < limit => query.after = Some(last),
                _ => return Ok(total.min(limit)),
            }
        }
    }

    pub(super) async fn query_page(&self, query: &Partition) -> Result<(Vec<Item>, Option<Item>), TableError> {
        let answer: FoundPage = self.client.call("Query", &self.request(query)).await?;
        Ok((answer.items, answer.last_evaluated_key))
    }

    /// A page with these attributes only, each with its name in the expression.
    pub(super) async fn page_with(
        &self,
        query: &Partition,
        attributes: &[(&str, &str)],
    ) -> Result<(Vec<Item>, Option<Item>), TableError> {
        let mut request = self.request(query);
        request.expression_attribute_names.extend(attributes.iter().copied());
        let wanted: Vec<&str> = attributes.iter().map(|(name, _)| *name).collect();
        request.projection_expression = Some(wanted.join(", "));
        let answer: FoundPage = self.client.call("Query", &request).await?;
        Ok((answer.items, answer.last_evaluated_key))
    }

    fn request<'a>(&'a self, query: &'a Partition) -> QueryRequest<'a> {
        let mut names = AttributeNames::from([("#pk", query.partition_attribute())]);
        let mut values = HashMap::from([(":pk", TextValue { text: &query.pk })]);
        let mut sorted_by = |bounds: &[(&'static str, &'a str)]| {
            names.insert("#sk", query.sort_attribute());
            values.extend(bounds.iter().map(|(name, text)| (*name, TextValue { text })));
        };
        let condition = match &query.sort {
            SortKeyCondition::Any => "#pk = :pk",
            SortKeyCondition::Prefix(prefix) => {
                sorted_by(&[(":prefix", prefix)]);
                "#pk = :pk AND begins_with(#sk, :prefix)"
            }
            SortKeyCondition::Between(first, last) => {
                sorted_by(&[(":first", first), (":last", last)]);
                "#pk = :pk AND #sk BETWEEN :first AND :last"
            }
        };
        QueryRequest {
            table_name: self.name(),
            index_name: query.index,
            consistent_read: query.consistent(),
            scan_index_forward: !query.newest_first,
            exclusive_start_key: query.after.as_ref(),
            limit: query.limit,
            select: None,
            projection_expression: None,
            key_condition_expression: condition,
            expression_attribute_names: names,
            expression_attribute_values: values,
        }
    }

    /// Increments a counter and returns its new value: for rate-limit windows and for numbers that may have gaps.
    pub async fn count_up(&self, key: &Key, forget_at: Instant) -> Result<Counted, TableError> {
        self.count_up_by(key, 1, forget_at).await
    }

    /// The same by more than one.
    pub async fn count_up_by(&self, key: &Key, more: u64, forget_at: Instant) -> Result<Counted, TableError> {
        if self.is_dry_run() {
            let count = self.item(key).await?.as_ref().map_or(Ok(0), |item| counted(Some(item)))?;
            return Ok(Counted(count.saturating_add(more)));
        }
        let number = |value: String| AttributeValue::N(value);
        let values = HashMap::from([
            (":more".to_owned(), number(more.to_string())),
            (":ttl".to_owned(), number(forget_at.seconds().to_string())),
        ]);
        let request = UpdateItem {
            table_name: self.name(),
            key: key_attributes(key),
            update_expression: "ADD #count :more SET #ttl = :ttl",
            expression_attribute_names: AttributeNames::from([("#count", names::COUNT), ("#ttl", names::TTL)]),
            expression_attribute_values: values.into(),
            return_values: "UPDATED_NEW",
        };
        let answer: UpdatedItem = self.writer()?.call("UpdateItem", &request).await?;
        counted(answer.attributes.as_ref()).map(Counted)
    }

    /// Writes a record without a condition and without a transaction: for what is derived from other records and can be
    /// made again.
    pub async fn put<R: Record>(&self, record: &R) -> Result<(), TableError> {
        const { assert!(!R::IS_VERSIONED, "what is put keeps its version") };
        let request = self.put_request(record)?;
        let _: Acknowledged = self.writer()?.call("PutItem", &request).await?;
        Ok(())
    }

    /// Writes a record where none is, without a transaction; false if there is one.
    pub async fn put_new<R: Record>(&self, record: &R) -> Result<bool, TableError> {
        let request = PutItem {
            condition_expression: Some("attribute_not_exists(#pk)"),
            expression_attribute_names: AttributeNames::from([("#pk", names::PK)]),
            ..self.put_request(record)?
        };
        match self.writer()?.call::<Acknowledged>("PutItem", &request).await {
            Ok(_) => Ok(true),
            Err(error) if error.is("ConditionalCheckFailedException") => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    fn put_request<R: Record>(&self, record: &R) -> Result<PutItem<'_>, TableError> {
        Ok(PutItem {
            table_name: self.name(),
            item: item_of(record, 1)?,
            condition_expression: None,
            expression_attribute_names: AttributeNames::new(),
        })
    }

    /// Deletes an item that nothing refers to any more (an ended session), if it exists.
    pub async fn forget(&self, key: &Key) -> Result<(), TableError> {
        let request = DeleteItem { table_name: self.name(), key: key_attributes(key) };
        let _: Acknowledged = self.writer()?.call("DeleteItem", &request).await?;
        Ok(())
    }
}

/// The count that a counter's item holds.
fn counted(item: Option<&Item>) -> Result<u64, TableError> {
    match item.and_then(|item| item.get(names::COUNT)) {
        Some(AttributeValue::N(number)) => {
            number.parse().map_err(|_| TableError::Unreadable { kind: "counter", reason: number.clone() })
        }
        _ => Err(TableError::Unreadable { kind: "counter", reason: "no count in the response".to_owned() }),
    }
}
