//! Locks by key, so that writers in one process wait for each other instead of failing and retrying. Only an
//! optimisation: correctness comes from the condition of each write, within a process as between processes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::OwnedMutexGuard;

use super::Key;

type Waiters = Arc<tokio::sync::Mutex<()>>;

#[derive(Clone, Default)]
pub(super) struct KeyLocks(Arc<Mutex<HashMap<Key, Waiters>>>);

/// Holding it locks the key; dropping it unlocks it. The last holder removes the queue, as does a waiter that gives up.
pub struct KeyLock {
    held: Option<OwnedMutexGuard<()>>,
    queue: Option<Waiters>,
    key: Key,
    locks: KeyLocks,
}

impl KeyLocks {
    fn lock(&self) -> MutexGuard<'_, HashMap<Key, Waiters>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub async fn wait(&self, key: &Key) -> KeyLock {
        let queue = self.lock().entry(key.clone()).or_default().clone();
        let mut key_lock = KeyLock { held: None, queue: Some(queue.clone()), key: key.clone(), locks: self.clone() };
        key_lock.held = Some(queue.lock_owned().await);
        key_lock
    }
}

impl Drop for KeyLock {
    fn drop(&mut self) {
        let mut queues = self.locks.lock();
        drop((self.held.take(), self.queue.take()));
        if queues.get(&self.key).is_some_and(|queue| Arc::strong_count(queue) == 1) {
            queues.remove(&self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt as _;

    use super::*;

    fn key() -> Key {
        Key { pk: "A".to_owned(), sk: "B".to_owned() }
    }

    #[tokio::test]
    async fn one_holder_at_a_time_and_the_last_one_removes_the_queue() {
        let (key, locks) = (key(), KeyLocks::default());
        let first = locks.wait(&key).await;
        let mut second = Box::pin(locks.wait(&key));
        assert!(second.as_mut().now_or_never().is_none());
        drop(first);
        assert_eq!(locks.lock().len(), 1);
        drop(second.await);
        assert_eq!(locks.lock().len(), 0);
    }

    #[tokio::test]
    async fn a_waiter_that_gives_up_removes_the_queue_too() {
        let (key, locks) = (key(), KeyLocks::default());
        let first = locks.wait(&key).await;
        let mut second = Box::pin(locks.wait(&key));
        assert!(second.as_mut().now_or_never().is_none());
        drop(first);
        drop(second);
        assert_eq!(locks.lock().len(), 0);
    }
}
