//! Active memberships past their time end, however long ago that was. An ended one is not due again.

use serde_json::Value;

use super::JobError;
use super::run::{Run, Tally, processed};
use crate::failure::Failure;
use crate::id::MembershipId;
use crate::memberships::Membership;
use crate::memberships::rules::is_over;
use crate::table::{Partition, Stored, keys};

pub async fn run(run: &Run<'_>) -> Result<Value, JobError> {
    let ended = run.salon.table.pages::<Membership>(Partition::g3(keys::MEMBERSHIPS_DUE).through(run.now()));
    let is_due = |membership: Stored<Membership>| {
        let due = membership.is_active() && is_over(membership.expires_at, run.now());
        due.then_some(membership.record.id)
    };
    let mut tally = Tally::default();
    tally.pages(ended, is_due, |id| end(run, id)).await?;
    Ok(processed(tally.end()?))
}

async fn end(run: &Run<'_>, id: MembershipId) -> Result<usize, JobError> {
    match run.salon.memberships().expire(&run.act, &id).await {
        Ok(ended) => Ok(usize::from(ended)),
        Err(Failure::Setback(setback)) => Err(setback.into()),
        Err(Failure::Refused(refused)) => Err(JobError::Refused(refused.to_string())),
    }
}
