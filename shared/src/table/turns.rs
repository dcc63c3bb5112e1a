//! Turns at a busy item: writers of one process go one after another instead of losing to each other. Only a courtesy:
//! what keeps the item right is the condition of each write, between processes as within one.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::OwnedMutexGuard;

use super::Key;

#[derive(Clone, Default)]
pub(super) struct Turns(Arc<Mutex<HashMap<Key, Arc<tokio::sync::Mutex<()>>>>>);

/// Whoever holds it is at the item; dropping it lets the next one in.
pub struct Turn(#[expect(dead_code, reason = "held for its drop")] OwnedMutexGuard<()>);

impl Turns {
    pub async fn wait(&self, key: &Key) -> Turn {
        let queue = {
            let mut queues = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            queues.entry(key.clone()).or_default().clone()
        };
        Turn(queue.lock_owned().await)
    }
}
