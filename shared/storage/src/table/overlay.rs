//! The writes of a dry run so far: they stand in memory, over the table, until the request is over.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::keys::Key;
use super::record::{Item, key_of};

/// Items by key; `None` for one that would have been deleted.
#[derive(Clone, Default)]
pub(super) struct Overlay(Arc<Mutex<HashMap<Key, Option<Item>>>>);

impl Overlay {
    fn lock(&self) -> MutexGuard<'_, HashMap<Key, Option<Item>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The item as it would be now; `None` if it was not touched.
    pub fn get(&self, key: &Key) -> Option<Option<Item>> {
        self.lock().get(key).cloned()
    }

    pub fn write(&self, items: Vec<(Key, Option<Item>)>) {
        self.lock().extend(items);
    }

    /// The items that a query found in the table, with what was written since: `finds` says what the query finds.
    pub fn over(&self, items: Vec<Item>, finds: impl Fn(&Item) -> bool) -> Vec<Item> {
        let written = self.lock();
        let is_written = |item: &Item| key_of(item).is_some_and(|key| written.contains_key(&key));
        let added = written.values().flatten().filter(|item| finds(item)).cloned();
        items.into_iter().filter(|item| !is_written(item)).chain(added).collect()
    }
}
