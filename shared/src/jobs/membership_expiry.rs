//! Owners hear that their membership ends in exactly 30, 7 or 1 days, once for each term.

use serde_json::Value;

use super::JobError;
use super::members::tell_owner;
use super::run::{Run, processed, tally};
use crate::memberships::Membership;
use crate::notifications::Ways;
use crate::outbound::templates::MembershipNotice;
use crate::table::{Partition, keys};

const WARNINGS: [(u64, MembershipNotice); 3] =
    [(30, MembershipNotice::Expiry30d), (7, MembershipNotice::Expiry7d), (1, MembershipNotice::Expiry1d)];

pub async fn run(run: &Run<'_>) -> Result<Value, JobError> {
    let mut count = 0_usize;
    for (days, notice) in WARNINGS {
        let ending = Partition::g3(keys::memberships_due_on(run.today().plus_days(days)));
        let due = run.salon.table.query::<Membership>(ending).await?;
        let due = due.into_iter().filter(|membership| membership.is_active()).collect();
        count = count.saturating_add(tally(due, |membership| warn(run, membership.record, notice)).await?);
    }
    Ok(processed(count))
}

async fn warn(run: &Run<'_>, membership: Membership, notice: MembershipNotice) -> Result<usize, JobError> {
    let occasion = format!("{}#{}", membership.id, membership.expires_at);
    Ok(tell_owner(run, &membership, notice, occasion, Ways::Push).await?.count())
}
