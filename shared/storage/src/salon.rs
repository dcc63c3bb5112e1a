//! The salon: the shared state of the service, built once per process and cheap to clone.

use std::sync::Arc;

use crate::act::Act;
use crate::deadline::Deadline;
use crate::failure::{Failure, Setback};
use crate::memory::Memory;
use crate::table::Table;
use crate::transaction::Transaction;
use parlour_senders::Outbound;
use parlour_settings::Settings;
use parlour_values::id::Random;
use parlour_values::time::Clock;

#[derive(Clone)]
pub struct Salon {
    /// The table, or one request's view of it.
    pub table: Table,
    shared: Arc<SharedSalon>,
}

struct SharedSalon {
    parts: SalonParts,
    memory: Memory,
    /// Reference data, which dry runs read too.
    reference: Arc<Memory>,
}

pub struct SalonParts {
    pub table: Table,
    pub clock: Clock,
    pub random: Random,
    pub settings: Settings,
    /// Email, push, chat and the other senders; configured only in functions that send.
    pub outbound: Outbound,
}

impl std::ops::Deref for Salon {
    type Target = SalonParts;

    fn deref(&self) -> &SalonParts {
        &self.shared.parts
    }
}

/// How long conflicts are retried.
const RETRY_FOR: std::time::Duration = std::time::Duration::from_secs(5);
/// The minimum number of attempts, however slow they are.
const MIN_ATTEMPTS: u32 = 3;

impl Salon {
    pub fn new(parts: SalonParts) -> Self {
        Self::sharing(parts, Arc::default())
    }

    fn sharing(parts: SalonParts, reference: Arc<Memory>) -> Self {
        let table = parts.table.clone();
        Self { table, shared: Arc::new(SharedSalon { parts, memory: Memory::default(), reference }) }
    }

    /// The same salon for one request: it reads the versions of reference data once.
    pub fn for_request(&self) -> Self {
        Self { table: self.table.for_request(), shared: self.shared.clone() }
    }

    /// The salon of one dry run: it reads, decides and answers as this one would, and writes, sends, numbers and counts
    /// nothing. Its cache is its own but for reference data, so that nothing it would have written is remembered.
    pub fn dry_run(&self) -> Self {
        let parts = SalonParts {
            table: self.table.dry_run(),
            clock: self.clock.clone(),
            random: self.random.dry_run(),
            settings: self.settings.clone(),
            outbound: self.outbound.dry_run(),
        };
        Self::sharing(parts, self.shared.reference.clone())
    }

    pub fn is_dry_run(&self) -> bool {
        self.table.is_dry_run()
    }

    /// The process-wide cache, one value per type.
    pub fn remembered<T: Default + Send + Sync + 'static>(&self) -> Arc<T> {
        self.shared.memory.get()
    }

    /// The memory in which reference data is kept, under its versions.
    pub(crate) fn kept<T: Default + Send + Sync + 'static>(&self) -> Arc<T> {
        self.shared.reference.get()
    }

    /// Begins the transaction of an act.
    pub fn transaction<'a>(&'a self, act: &'a Act) -> Transaction<'a> {
        Transaction::new(&self.table, &self.clock, &self.random, act)
    }

    /// Reads, decides and writes. On a conflict it starts again, with jitter, until the deadline.
    pub async fn retry_on_conflict<T, R, F>(&self, mut attempt: impl FnMut() -> F) -> Result<T, Failure<R>>
    where
        F: Future<Output = Result<T, Failure<R>>>,
    {
        let deadline = Deadline::after(RETRY_FOR);
        let mut attempts = 0_u32;
        loop {
            match attempt().await {
                Err(failure) if failure.has_lost() => {
                    attempts = attempts.saturating_add(1);
                    if deadline.passed() && attempts >= MIN_ATTEMPTS {
                        return Err(Setback::Contended.into());
                    }
                    // The write it lost against may be a change of reference data.
                    self.table.forget_versions().await;
                    tokio::time::sleep(crate::table::backoff(attempts, &self.random)).await;
                }
                decided => return decided,
            }
        }
    }
}
