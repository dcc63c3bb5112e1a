//! Sending something once: whoever creates the log row first has the claim, sends, and records the outcome.
//!
//! A second delivery finds the row done and skips, or finds it claimed and waits. A claim lasts a minute; after that the
//! next delivery takes it over. Only a crash between the send and the recording of its outcome sends twice, once the
//! claim has run out.

use std::time::Duration;

use chrono::TimeDelta;

use super::error::NotifyError;
use parlour_storage::deadline::Deadline;
use parlour_storage::failure::Setback;
use parlour_storage::salon::Salon;
use parlour_storage::table::{AtomicWrite, Changes, Key, Record, Stored, WriteError, backoff};
use parlour_values::id::AttemptId;
use parlour_values::time::Instant;

/// How long a delivery may take before another one takes over.
const CLAIM_LASTS: TimeDelta = TimeDelta::seconds(60);
/// How long to wait for another delivery of the same message before leaving it to a later try.
const PATIENCE: Duration = Duration::from_secs(10);

/// The log row of something that is sent once.
pub(crate) trait SendLog: Record + Clone {
    /// Nothing is left to send.
    fn is_done(&self) -> bool;

    /// The holder of the claim may still be sending.
    fn is_claimed(&self, now: Instant) -> bool;

    /// The attempt that has the claim, where the row says so.
    fn claimed_by(&self) -> Option<&AttemptId> {
        None
    }

    /// The same row, claimed anew.
    fn claimed(&self, by: AttemptId, until: Instant) -> Self;
}

/// The right to send, until the claim runs out.
pub(crate) struct Claim<L> {
    pub log: Stored<L>,
    /// This delivery is the first to try.
    pub first: bool,
}

enum ClaimAttempt<L> {
    Claimed(Claim<L>),
    Done,
    Busy,
}

/// Claims what is logged under `key`; None if it has been sent already. `begin` makes the row that a first delivery
/// creates, with the end of its claim, and adds what else is written with it.
pub(crate) async fn claim<L: SendLog>(
    salon: &Salon,
    key: &Key,
    begin: impl Fn(Instant, &mut Changes) -> L,
) -> Result<Option<Claim<L>>, NotifyError> {
    let deadline = Deadline::after(PATIENCE);
    let mut waits = 0_u32;
    loop {
        match attempt(salon, key, &begin, waits > 0).await? {
            ClaimAttempt::Claimed(claim) => return Ok(Some(claim)),
            ClaimAttempt::Done => return Ok(None),
            ClaimAttempt::Busy if deadline.passed() => return Err(NotifyError::UnderWay),
            ClaimAttempt::Busy => {
                waits = waits.saturating_add(1);
                tokio::time::sleep(backoff(waits, &salon.random)).await;
            }
        }
    }
}

/// Usually this delivery is the first, so it writes before it reads. While it waits for another delivery it only reads,
/// until there is something to write.
async fn attempt<L: SendLog>(
    salon: &Salon,
    key: &Key,
    begin: &impl Fn(Instant, &mut Changes) -> L,
    waiting: bool,
) -> Result<ClaimAttempt<L>, NotifyError> {
    if !waiting && let Some(claim) = create(salon, begin).await? {
        return Ok(ClaimAttempt::Claimed(claim));
    }
    match salon.table.get::<L>(key).await? {
        Some(known) => take_over(salon, known).await,
        None if waiting => Ok(create(salon, begin).await?.map_or(ClaimAttempt::Busy, ClaimAttempt::Claimed)),
        None => Ok(ClaimAttempt::Busy),
    }
}

/// None if another delivery was first.
async fn create<L: SendLog>(
    salon: &Salon,
    begin: &impl Fn(Instant, &mut Changes) -> L,
) -> Result<Option<Claim<L>>, NotifyError> {
    let mut write = AtomicWrite::new(&salon.random);
    let log = begin(salon.clock.now().plus(CLAIM_LASTS), &mut write.changes);
    // A row by itself needs no transaction, if it tells whose it is: an answer may be lost, and the write tried again.
    if write.changes.is_empty() && log.claimed_by().is_some() {
        let is_ours = salon.table.put_new(&log).await? || {
            let known = salon.table.get::<L>(&log.key()).await?;
            known.is_some_and(|known| known.claimed_by() == log.claimed_by())
        };
        return Ok(is_ours.then(|| Claim { log: Stored { record: log, version: 1 }, first: true }));
    }
    write.changes.create(&log);
    match write.commit(&salon.table).await {
        Ok(()) => Ok(Some(Claim { log: Stored { record: log, version: 1 }, first: true })),
        Err(WriteError::ConditionsFailed(_) | WriteError::Contended) => Ok(None),
        Err(WriteError::Table(error)) => Err(error.into()),
    }
}

async fn take_over<L: SendLog>(salon: &Salon, known: Stored<L>) -> Result<ClaimAttempt<L>, NotifyError> {
    let now = salon.clock.now();
    if known.is_done() {
        return Ok(ClaimAttempt::Done);
    }
    if known.is_claimed(now) {
        return Ok(ClaimAttempt::Busy);
    }
    let log = known.claimed(salon.random.id(), now.plus(CLAIM_LASTS));
    let mut write = AtomicWrite::new(&salon.random);
    write.changes.replace(&known, &log);
    match write.commit(&salon.table).await {
        Ok(()) => {
            let log = Stored { record: log, version: known.version.saturating_add(1) };
            Ok(ClaimAttempt::Claimed(Claim { log, first: false }))
        }
        Err(WriteError::ConditionsFailed(_) | WriteError::Contended) => Ok(ClaimAttempt::Busy),
        Err(WriteError::Table(error)) => Err(error.into()),
    }
}

/// Records how the sending went, with what else `also` writes; returns the row as it is then.
pub(crate) async fn record_outcome<L: SendLog>(
    salon: &Salon,
    read: &Stored<L>,
    log: L,
    also: impl FnOnce(&mut Changes),
) -> Result<Stored<L>, Setback> {
    let mut write = AtomicWrite::new(&salon.random);
    write.changes.replace(read, &log);
    also(&mut write.changes);
    match write.commit(&salon.table).await {
        // The attempt that took over after our claim ran out records the outcome.
        Ok(()) | Err(WriteError::ConditionsFailed(_)) => {
            Ok(Stored { record: log, version: read.version.saturating_add(1) })
        }
        Err(error) => Err(error.into()),
    }
}
