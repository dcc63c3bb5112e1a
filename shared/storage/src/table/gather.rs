//! Lists spread over many partitions (months, branches, shards): everything in them, read side by side.

use std::ops::ControlFlow;

use futures::stream::{self, StreamExt as _};
use serde_dynamo::AttributeValue;

use super::client::Table;
use super::error::TableError;
use super::partition::Partition;
use super::recent::Row;
use super::record::{Record, Stored};
use crate::at_once;

/// How much more a list may take.
struct RoomLeft<S> {
    left: usize,
    size: S,
}

impl<S> RoomLeft<S> {
    /// Whether there is room for the record; `None` if the list leaves it out.
    fn takes<R>(&mut self, record: &R) -> Option<bool>
    where
        S: Fn(&R) -> Option<usize>,
    {
        let left = self.left.checked_sub((self.size)(record)?);
        self.left = left.unwrap_or(0);
        Some(left.is_some())
    }
}

impl Table {
    /// The records of these queries together, in the order of their sort keys. `size` says how much of the room a record
    /// takes, or `None` if it is left out. `None` as soon as they take more than there is: what was not read by then
    /// is not read. A dry run sees the table only.
    pub async fn gather<R: Record + Clone + Send + Sync + 'static>(
        &self,
        queries: Vec<Partition>,
        room: usize,
        size: impl Fn(&R) -> Option<usize>,
    ) -> Result<Option<Vec<Stored<R>>>, TableError> {
        let recent = match queries.as_slice() {
            [query] if R::IS_VERSIONED && query.is_asked_often() && query.partitions() == 1 => Some(query.clone()),
            _ => None,
        };
        if let Some(query) = &recent
            && let Some(rows) = self.unchanged::<R>(query).await?
        {
            let mut room = RoomLeft { left: room, size };
            let wanted =
                rows.iter().filter_map(|(_, record)| room.takes(record).map(|fits| fits.then(|| record.clone())));
            return Ok(wanted.collect());
        }

        let newest_first = queries.iter().any(Partition::is_newest_first);
        let (mut rows, mut is_whole): (Vec<Row<R>>, bool) = (Vec::new(), true);
        let mut room = RoomLeft { left: room, size };
        let read = self.visit_sorted(queries, |sort, record: Stored<R>| match room.takes(&record) {
            Some(true) => {
                rows.push((sort, record));
                ControlFlow::Continue(())
            }
            Some(false) => ControlFlow::Break(()),
            None => {
                is_whole = false;
                ControlFlow::Continue(())
            }
        });
        if read.await?.is_break() {
            return Ok(None);
        }
        // The rows of one partition are in order already, which a stable sort takes as it is.
        if newest_first {
            rows.sort_by(|(one, _), (other, _)| other.cmp(one));
        } else {
            rows.sort_by(|(one, _), (other, _)| one.cmp(other));
        }
        if let Some(query) = recent.filter(|_| is_whole) {
            self.keep_recent(query, &rows);
        }
        Ok(Some(rows.into_iter().map(|(_, record)| record).collect()))
    }

    /// Shows every record of these queries, in no order and a few pages in memory at a time, for sums and counts.
    pub async fn visit<R: Record>(&self, queries: Vec<Partition>, mut see: impl FnMut(R)) -> Result<(), TableError> {
        let read = self.visit_sorted(queries, |_, record: Stored<R>| {
            see(record.record);
            ControlFlow::Continue(())
        });
        read.await.map(|_| ())
    }

    async fn visit_sorted<R: Record>(
        &self,
        queries: Vec<Partition>,
        mut see: impl FnMut(String, Stored<R>) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, TableError> {
        let partitions = queries.into_iter().flat_map(Partition::each);
        let pages = partitions.map(|partition| {
            Box::pin(stream::try_unfold(Some(partition), move |query| async move {
                let Some(mut query) = query else { return Ok::<_, TableError>(None) };
                let (items, last) = self.query_page(&query).await?;
                let sort = query.sort_attribute();
                query.after = last;
                let rest = query.after.is_some().then_some(query);
                Ok(Some(((sort, items), rest)))
            }))
        });
        let mut pages = stream::iter(pages).flatten_unordered(at_once::PAGES);
        while let Some(page) = pages.next().await {
            let (sort, items) = page?;
            for mut item in items {
                let sort = match item.remove(sort) {
                    Some(AttributeValue::S(sort)) => sort,
                    _ => String::new(),
                };
                if see(sort, Stored::from_item(item)?).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}
