//! Lists as this instance read them last. Whoever asks for one of them again reads its sort keys and versions only and, if
//! none has changed, takes the records from here: most of what a list costs is parsing its rows.

use std::any::Any;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_dynamo::AttributeValue;

use super::client::Table;
use super::error::TableError;
use super::keys::names;
use super::partition::Partition;
use super::record::{Item, Record, Stored, version_of};

/// A few days of a few branches.
const MOST_LISTS: usize = 8;
const MOST_ROWS: usize = 500;

/// A record and its sort key in the list.
pub(super) type Row<R> = (String, Stored<R>);

/// The newest last.
#[derive(Clone, Default)]
pub(super) struct RecentLists(Arc<Mutex<VecDeque<RecentList>>>);

struct RecentList {
    query: Partition,
    /// A `Vec<Row<R>>`.
    rows: Arc<dyn Any + Send + Sync>,
}

impl RecentLists {
    fn rows<R: Record + Send + Sync + 'static>(&self, query: &Partition) -> Option<Arc<Vec<Row<R>>>> {
        let mut lists = self.lock();
        let at = lists.iter().position(|list| list.query == *query)?;
        let found = lists.remove(at)?;
        let rows = found.rows.clone();
        lists.push_back(found);
        rows.downcast().ok()
    }

    fn keep<R: Record + Send + Sync + 'static>(&self, query: Partition, rows: Vec<Row<R>>) {
        let mut lists = self.lock();
        lists.retain(|list| list.query != query);
        lists.push_back(RecentList { query, rows: Arc::new(rows) });
        if lists.len() > MOST_LISTS {
            lists.pop_front();
        }
    }

    /// For writes that do not move versions on.
    pub(super) fn forget(&self) {
        self.lock().clear();
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<RecentList>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Table {
    /// The list as it was read before, if the table still has every row at the same version and no other.
    pub(super) async fn unchanged<R: Record + Send + Sync + 'static>(
        &self,
        query: &Partition,
    ) -> Result<Option<Arc<Vec<Row<R>>>>, TableError> {
        let Some(rows) = self.recent.rows::<R>(query) else { return Ok(None) };
        let (mut query, mut left) = (query.clone(), rows.iter());
        loop {
            let (items, last) =
                self.page_with(&query, &[("#version", names::VERSION), ("#sk", query.sort_attribute())]).await?;
            let is_same = |item: &Item| {
                left.next().is_some_and(|(sort, known)| {
                    version_of(item) == known.version
                        && matches!(item.get(query.sort_attribute()), Some(AttributeValue::S(found)) if found == sort)
                })
            };
            if !items.iter().all(is_same) {
                return Ok(None);
            }
            match last {
                Some(last) => query.after = Some(last),
                None => return Ok(left.next().is_none().then_some(rows)),
            }
        }
    }

    /// Keeps a list that was read whole, unless it is too long.
    pub(super) fn keep_recent<R: Record + Clone + Send + Sync + 'static>(&self, query: Partition, rows: &[Row<R>]) {
        if rows.len() <= MOST_ROWS {
            self.recent.keep(query, rows.to_vec());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::UniqueValue;
    use super::super::keys;
    use super::*;

    fn list(number: usize) -> Partition {
        Partition::g1(keys::bookings_of_month(&number.to_string().into(), "2026-11".parse().unwrap()))
    }

    #[test]
    fn the_lists_that_nobody_asked_for_longest_are_dropped() {
        let recent = RecentLists::default();
        for number in 0..MOST_LISTS {
            recent.keep::<UniqueValue>(list(number), Vec::new());
        }
        assert!(recent.rows::<UniqueValue>(&list(0)).is_some());
        recent.keep::<UniqueValue>(list(MOST_LISTS), Vec::new());
        assert!(recent.rows::<UniqueValue>(&list(0)).is_some());
        assert!(recent.rows::<UniqueValue>(&list(1)).is_none());
        assert!(recent.rows::<UniqueValue>(&list(0).newest_first()).is_none());
        recent.forget();
        assert!(recent.rows::<UniqueValue>(&list(0)).is_none());
    }
}
