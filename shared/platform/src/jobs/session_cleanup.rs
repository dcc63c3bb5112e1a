//! Ended sign-in sessions are deleted. A deleted session is not due again.

use serde_json::Value;

use super::JobError;
use super::run::{Run, Tally, processed};
use parlour_people::auth::Session;
use parlour_storage::failure::Setback;
use parlour_storage::table::{AtomicWrite, Partition, Stored, WriteError, keys};
use parlour_values::time::Instant;

/// How many sessions are deleted in one transaction.
const AT_ONCE: usize = 25;

fn is_due(session: &Session, now: Instant) -> bool {
    session.expires_at <= now
}

pub async fn run(run: &Run<'_>) -> Result<Value, JobError> {
    let mut ended = run.salon.table.pages::<Session>(Partition::g3(keys::SESSIONS_DUE).through(run.now()));
    let mut tally = Tally::default();
    while let Some(page) = ended.next().await? {
        let mut due: Vec<Stored<Session>> = page.into_iter().filter(|session| is_due(session, run.now())).collect();
        let mut batches = Vec::new();
        while !due.is_empty() {
            batches.push(due.split_off(due.len().saturating_sub(AT_ONCE)));
        }
        tally.work(batches, |batch| delete(run, batch)).await;
    }
    Ok(processed(tally.end()?))
}

async fn delete(run: &Run<'_>, sessions: Vec<Stored<Session>>) -> Result<usize, JobError> {
    match remove(run, &sessions).await {
        Ok(()) => Ok(sessions.len()),
        // One of them was extended or ended meanwhile: each by itself, then.
        Err(WriteError::ConditionsFailed(_)) => {
            let mut gone = 0;
            for session in &sessions {
                match remove(run, std::slice::from_ref(session)).await {
                    Ok(()) => gone += 1,
                    Err(WriteError::ConditionsFailed(_)) => {}
                    Err(error) => return Err(Setback::from(error).into()),
                }
            }
            Ok(gone)
        }
        Err(error) => Err(Setback::from(error).into()),
    }
}

async fn remove(run: &Run<'_>, sessions: &[Stored<Session>]) -> Result<(), WriteError> {
    let mut write = AtomicWrite::new(&run.salon.random);
    for session in sessions {
        write.changes.remove(session);
    }
    write.commit(&run.salon.table).await
}
