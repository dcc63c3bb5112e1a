//! The result of a read of several keys.

use std::collections::HashMap;

use super::error::TableError;
use super::keys::Key;
use super::record::{Item, Record, Stored};

/// The items found by a read of several keys.
#[derive(Debug, Default)]
pub struct Found {
    /// In the order they were read; `None` once it was taken out.
    items: Vec<Option<(Key, Item)>>,
    /// The place of each that was not taken out.
    places: HashMap<Key, usize>,
}

impl Found {
    pub(super) fn new(items: Vec<(Key, Item)>) -> Self {
        let places = items.iter().enumerate().map(|(at, (key, _))| (key.clone(), at)).collect();
        Self { items: items.into_iter().map(Some).collect(), places }
    }

    fn rest(&self) -> impl Iterator<Item = &(Key, Item)> {
        self.items.iter().flatten()
    }

    pub(super) fn item(&self, key: &Key) -> Option<&Item> {
        self.places.get(key).and_then(|at| self.items.get(*at)?.as_ref()).map(|(_, item)| item)
    }

    /// Takes out the item at this key, if it was found.
    pub(super) fn take_item(&mut self, key: &Key) -> Option<Item> {
        let at = self.places.remove(key)?;
        self.items.get_mut(at)?.take().map(|(_, item)| item)
    }

    /// The record at this key, which stays for another reader.
    pub fn read<R: Record>(&self, key: &Key) -> Result<Option<Stored<R>>, TableError> {
        self.item(key).cloned().map(Stored::from_item).transpose()
    }

    /// Adds what another read found.
    pub fn join(&mut self, other: Self) {
        for (key, item) in other.items.into_iter().flatten() {
            self.places.insert(key.clone(), self.items.len());
            self.items.push(Some((key, item)));
        }
    }

    /// Takes out the record at this key, if it was found.
    pub fn take<R: Record>(&mut self, key: &Key) -> Result<Option<Stored<R>>, TableError> {
        self.take_item(key).map(Stored::from_item).transpose()
    }

    /// The records whose sort key has this prefix, in the order they were read.
    pub fn starting<R: Record>(&self, prefix: &str) -> Result<Vec<Stored<R>>, TableError> {
        self.rest()
            .filter(|(key, _)| key.sk.starts_with(prefix))
            .map(|(_, item)| Stored::from_item(item.clone()))
            .collect()
    }

    pub fn len(&self) -> usize {
        self.places.len()
    }

    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The keys found, for partitions where the keys alone are enough.
    pub fn keys(&self) -> impl Iterator<Item = &Key> {
        self.rest().map(|(key, _)| key)
    }

    /// Each record on its own, so that one unreadable item does not hide the rest.
    pub fn each<R: Record>(self) -> impl Iterator<Item = (Key, Result<Stored<R>, TableError>)> {
        self.items.into_iter().flatten().map(|(key, item)| (key, Stored::from_item(item)))
    }
}
