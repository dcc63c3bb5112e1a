//! KeyLocks at a busy item: writers of one process go one after another instead of losing to each other. Only a courtesy:
//! what keeps the item right is the condition of each write, between processes as within one.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::OwnedMutexGuard;

use super::Key;

type Queue = Arc<tokio::sync::Mutex<()>>;

#[derive(Clone, Default)]
pub(super) struct KeyLocks(Arc<Mutex<HashMap<Key, Queue>>>);

/// Whoever holds it is at the item; dropping it lets the next one in. The last to leave takes the queue away, and so does
/// whoever gave up waiting.
pub struct KeyLock {
    held: Option<OwnedMutexGuard<()>>,
    queue: Option<Queue>,
    key: Key,
    turns: KeyLocks,
}

impl KeyLocks {
    fn lock(&self) -> MutexGuard<'_, HashMap<Key, Queue>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub async fn wait(&self, key: &Key) -> KeyLock {
        let queue = self.lock().entry(key.clone()).or_default().clone();
        let mut turn = KeyLock { held: None, queue: Some(queue.clone()), key: key.clone(), turns: self.clone() };
        turn.held = Some(queue.lock_owned().await);
        turn
    }
}

impl Drop for KeyLock {
    fn drop(&mut self) {
        let mut queues = self.turns.lock();
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
    async fn one_is_at_the_item_at_a_time_and_the_last_to_leave_leaves_nothing_behind() {
        let (key, turns) = (key(), KeyLocks::default());
        let first = turns.wait(&key).await;
        let mut second = Box::pin(turns.wait(&key));
        assert!(second.as_mut().now_or_never().is_none());
        drop(first);
        assert_eq!(turns.lock().len(), 1);
        drop(second.await);
        assert_eq!(turns.lock().len(), 0);
    }

    #[tokio::test]
    async fn who_gives_up_waiting_leaves_nothing_behind_either() {
        let (key, turns) = (key(), KeyLocks::default());
        let first = turns.wait(&key).await;
        let mut second = Box::pin(turns.wait(&key));
        assert!(second.as_mut().now_or_never().is_none());
        drop(first);
        drop(second);
        assert_eq!(turns.lock().len(), 0);
    }
}
