//! Deliveries to receivers that may take their time: they run beside the worker, so that a slow one holds up nobody.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use parlour_platform::jobs;
use parlour_platform::jobs::JobError;
use parlour_storage::salon::Salon;
use serde_json::Value;
use tokio::sync::{Semaphore, watch};

use crate::queue::QueuedTask;

/// How many run at the same time.
const AT_ONCE: usize = 64;
/// A receiver has ten seconds.
const LONGEST: Duration = Duration::from_secs(12);

pub struct Background {
    salon: Salon,
    done: Arc<Mutex<Vec<FinishedTask>>>,
    under_way: watch::Sender<usize>,
    room: Arc<Semaphore>,
}

/// An entry, and what came of it.
pub type FinishedTask = (QueuedTask, Result<Value, JobError>);

impl Background {
    pub fn new(salon: Salon) -> Self {
        Self { salon, done: Arc::default(), under_way: watch::Sender::new(0), room: Arc::new(Semaphore::new(AT_ONCE)) }
    }

    pub fn start(&self, entry: QueuedTask) {
        let (salon, done, under_way, room) =
            (self.salon.clone(), self.done.clone(), self.under_way.clone(), self.room.clone());
        under_way.send_modify(|count| *count += 1);
        tokio::spawn(async move {
            let _place = room.acquire_owned().await;
            let outcome = jobs::deliver(&salon, &entry.message()).await;
            done.lock().unwrap_or_else(PoisonError::into_inner).push((entry, outcome));
            under_way.send_modify(|count| *count -= 1);
        });
    }

    /// Those that are over and were not taken yet.
    pub fn take_done(&self) -> Vec<FinishedTask> {
        std::mem::take(&mut *self.done.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub fn has_done(&self) -> bool {
        !self.done.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    /// Waits for those under way, no longer than one may take.
    pub async fn wait(&self) {
        let mut under_way = self.under_way.subscribe();
        let _ = tokio::time::timeout(LONGEST, under_way.wait_for(|count| *count == 0)).await;
    }
}
