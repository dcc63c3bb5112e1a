//! Active memberships past their time end, however long ago that was. An ended one is not due again.

use serde_json::Value;

use super::JobError;
use super::run::{Run, Tally, processed};
use parlour_money::memberships::rules::is_over;
use parlour_money::memberships::{Membership, Memberships};
use parlour_storage::failure::Failure;
use parlour_storage::table::{Partition, Stored, keys};
use parlour_values::id::MembershipId;

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
    match Memberships::of(run.salon).expire(&run.act, &id).await {
        Ok(ended) => Ok(usize::from(ended)),
        Err(Failure::Setback(setback)) => Err(setback.into()),
        Err(Failure::Refused(refused)) => Err(JobError::Refused(refused.to_string())),
    }
}
