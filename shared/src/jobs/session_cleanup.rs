//! Ended sign-in sessions are deleted. A deleted session is not due again.

use serde_json::Value;

use super::JobError;
use super::run::{Run, processed, tally};
use crate::auth::Session;
use crate::table::{Partition, Stored, TableError, Unit, WriteError, keys};
use crate::time::Instant;

/// How far back missed runs are made up for; what is older has been forgotten by the table itself.
const DAYS_BACK: u64 = 40;
/// How many sessions are deleted in one transaction.
const AT_ONCE: usize = 25;

fn is_due(session: &Session, now: Instant) -> bool {
    session.expires_at <= now
}

pub async fn run(run: &Run<'_>) -> Result<Value, JobError> {
    let mut processed_in_all = 0_usize;
    for day in run.today().minus_days(DAYS_BACK).through(run.today()) {
        let ended = run.salon.table.query::<Session>(Partition::g3(keys::sessions_due_on(day))).await?;
        let mut due: Vec<Stored<Session>> = ended.into_iter().filter(|session| is_due(session, run.now())).collect();
        let mut batches = Vec::new();
        while !due.is_empty() {
            batches.push(due.split_off(due.len().saturating_sub(AT_ONCE)));
        }
        processed_in_all = processed_in_all.saturating_add(tally(batches, |batch| delete(run, batch)).await?);
    }
    Ok(processed(processed_in_all))
}

async fn delete(run: &Run<'_>, sessions: Vec<Stored<Session>>) -> Result<usize, JobError> {
    match remove(run, &sessions).await {
        Ok(()) => Ok(sessions.len()),
        // One of them was extended or ended meanwhile: each by itself, then.
        Err(WriteError::Lost(_)) => {
            let mut gone = 0;
            for session in &sessions {
                gone += usize::from(remove(run, std::slice::from_ref(session)).await.is_ok());
            }
            Ok(gone)
        }
        Err(error) => Err(TableError::Unavailable(error.to_string()).into()),
    }
}

async fn remove(run: &Run<'_>, sessions: &[Stored<Session>]) -> Result<(), WriteError> {
    let mut unit = Unit::new(&run.salon.random);
    for session in sessions {
        unit.changes.remove(session);
    }
    unit.commit(&run.salon.table).await
}
