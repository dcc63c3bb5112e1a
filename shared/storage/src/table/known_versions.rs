//! Versions of reference data as a request has read them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use serde_dynamo::AttributeValue;
use tokio::sync::Mutex;

use super::keys::Topic;
use super::record::Item;
use parlour_values::id::BranchId;

/// Another number whenever the data may have changed; zero before the first write.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Version(u64);

/// The versions that a request has read: they stand for its whole length, until it writes such data itself.
#[derive(Clone, Default)]
pub(super) struct KnownVersions(pub(super) Arc<Mutex<ReadVersions>>);

#[derive(Default)]
pub(super) struct ReadVersions {
    /// The item all branches share, once it has been read.
    shared: Option<Item>,
    branches: Vec<(BranchId, Item)>,
}

impl ReadVersions {
    pub(super) fn item(&self, topic: &Topic) -> Option<&Item> {
        match topic {
            Topic::Branch(branch) => self.branches.iter().find(|(known, _)| known == branch).map(|(_, item)| item),
            _ => self.shared.as_ref(),
        }
    }

    pub(super) fn note(&mut self, topic: &Topic, item: Item) {
        match topic {
            Topic::Branch(branch) => self.branches.push((branch.clone(), item)),
            _ => self.shared = Some(item),
        }
    }

    pub(super) fn version(&self, topic: &Topic) -> Version {
        match self.item(topic).and_then(|item| item.get(topic.attribute())) {
            Some(AttributeValue::N(number)) => Version(number.parse().unwrap_or(0)),
            _ => Version::default(),
        }
    }
}

/// Which copy of the shared versions is read next.
#[derive(Clone, Default)]
pub(super) struct NextCopy(Arc<AtomicU32>);

impl NextCopy {
    pub(super) fn next(&self) -> u32 {
        self.0.fetch_add(1, Ordering::Relaxed)
    }
}
