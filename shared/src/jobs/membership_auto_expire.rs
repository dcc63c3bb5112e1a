//! Active memberships past their time end. An ended one is not due again.

use serde_json::Value;

use super::JobError;
use super::run::{Run, processed, tally};
use crate::id::MembershipId;
use crate::memberships::rules::is_over;
use crate::memberships::{Membership, MembershipError};
use crate::table::{Partition, keys};

/// How far back missed runs are made up for.
const DAYS_BACK: u64 = 60;

pub async fn run(run: &Run<'_>) -> Result<Value, JobError> {
    let mut count = 0_usize;
    for day in run.today().minus_days(DAYS_BACK).through(run.today()) {
        let ending = run.salon.table.query::<Membership>(Partition::g3(keys::memberships_due_on(day))).await?;
        let due: Vec<MembershipId> = ending
            .into_iter()
            .filter(|membership| membership.is_active() && is_over(membership.expires_at, run.now()))
            .map(|membership| membership.record.id)
            .collect();
        count = count.saturating_add(tally(due, |id| end(run, id)).await?);
    }
    Ok(processed(count))
}

async fn end(run: &Run<'_>, id: MembershipId) -> Result<usize, JobError> {
    match run.salon.memberships().expire(&run.act, &id).await {
        Ok(ended) => Ok(usize::from(ended)),
        Err(MembershipError::Setback(setback)) => Err(setback.into()),
        Err(other) => Err(JobError::Refused(other.to_string())),
    }
}
