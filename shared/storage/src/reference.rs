//! Reference data kept in the process, each part under the version it was loaded at. A request asks for the version and
//! gets what is kept as long as that stands; a change anywhere moves the version, so it is visible to the next request.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use chrono::TimeDelta;

use crate::salon::Salon;
use crate::table::{Table, TableError, Topic, Version};
use parlour_values::time::Instant;

/// Loaded whole from the table, consistently.
pub trait Reference {
    type Loaded: Send + Sync + 'static;

    fn load(table: &Table, topic: &Topic) -> impl Future<Output = Result<Self::Loaded, TableError>> + Send;
}

/// Loaded again after this long even under the same version: if a process dies between its two moves of a version,
/// another one may have kept what was there before ([`Version`]).
const KEPT_FOR: TimeDelta = TimeDelta::minutes(10);
/// The most parts of one type, which are the branches that this process works for; beyond it all are loaded anew.
const MOST_KEPT: usize = 2_000;

struct Kept<T> {
    value: Arc<T>,
    version: Version,
    loaded_at: Instant,
}

struct ReferenceCache<T>(Mutex<HashMap<Topic, Kept<T>>>);

impl<T> Default for ReferenceCache<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> ReferenceCache<T> {
    fn find(&self, topic: &Topic, fits: impl Fn(&Kept<T>) -> bool) -> Option<Arc<T>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.get(topic).filter(|kept| fits(kept)).map(|kept| kept.value.clone())
    }

    fn keep(&self, topic: &Topic, kept: Kept<T>) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MOST_KEPT {
            all.clear();
        }
        all.insert(topic.clone(), kept);
    }
}

impl Salon {
    /// As of this request's first read of the version.
    pub async fn reference<T: Reference>(&self, topic: &Topic) -> Result<Arc<T::Loaded>, TableError> {
        let (versions, _) = self.table.versions(std::slice::from_ref(topic), []).await?;
        self.reference_at::<T>(topic, versions.first().copied().unwrap_or_default()).await
    }

    /// For callers that have just read the version. What is loaded now is kept under the version read before.
    pub async fn reference_at<T: Reference>(
        &self,
        topic: &Topic,
        version: Version,
    ) -> Result<Arc<T::Loaded>, TableError> {
        if self.table.has_rehearsed(topic) {
            // The data that a dry run would have changed is its own.
            return Ok(Arc::new(Box::pin(T::load(&self.table, topic)).await?));
        }
        let (cache, now) = (self.kept::<ReferenceCache<T::Loaded>>(), self.clock.now());
        let stands = |kept: &Kept<T::Loaded>| {
            kept.version == version && kept.loaded_at <= now && now < kept.loaded_at.plus(KEPT_FOR)
        };
        if let Some(value) = cache.find(topic, stands) {
            return Ok(value);
        }
        // On the heap: it is rare, and every handler's future would have room for it.
        let value = Arc::new(Box::pin(T::load(&self.table, topic)).await?);
        cache.keep(topic, Kept { value: value.clone(), version, loaded_at: now });
        Ok(value)
    }

    /// The value kept last, current or not: good for guessing what to read along with the version.
    pub fn last_reference<T: Reference>(&self, topic: &Topic) -> Option<Arc<T::Loaded>> {
        self.kept::<ReferenceCache<T::Loaded>>().find(topic, |_| true)
    }
}
