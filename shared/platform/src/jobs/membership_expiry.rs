//! Tells owners that their membership ends in 30, 7 or 1 days, once per term; where that day was missed, a little later.

use serde_json::Value;

use super::JobError;
use super::run::{Run, Tally, processed};
use super::support::membership_owner::notify_owner;
use crate::notifications::Channels;
use parlour_money::memberships::rules::is_over;
use parlour_money::memberships::{Membership, Memberships};
use parlour_senders::templates::MembershipNotice;
use parlour_storage::table::{Partition, Stored, keys};
use parlour_values::id::MembershipId;

const WARNINGS: [(u64, MembershipNotice); 3] =
    [(30, MembershipNotice::Expiry30d), (7, MembershipNotice::Expiry7d), (1, MembershipNotice::Expiry1d)];

/// A warning whose day was missed is sent until this many days later.
const LATE_DAYS: u64 = 3;

pub async fn run(run: &Run<'_>) -> Result<Value, JobError> {
    let mut tally = Tally::default();
    for (days, notice) in WARNINGS {
        let first = run.today().plus_days(days.saturating_sub(LATE_DAYS)).start().to_string();
        let next = run.today().plus_days(days).plus_days(1).start().to_string();
        let ending = run.salon.table.pages::<Membership>(Partition::g3(keys::MEMBERSHIPS_DUE).between(first, next));
        let due = |membership: Stored<Membership>| is_due(&membership, days, run).then_some(membership.record.id);
        tally.pages(ending, due, |id| warn(run, id, days, notice)).await?;
    }
    Ok(processed(tally.end()?))
}

/// Whether this warning's day is today or was missed. One that fell before the membership began was not; it began on its
/// first day, whenever it was sold.
fn is_due(membership: &Membership, days: u64, run: &Run<'_>) -> bool {
    let day = membership.expires_at.ist_date().minus_days(days);
    let late = run.today().days_since(day);
    let is_new = late > 0 && day < membership.starts_at.ist_date();
    membership.is_active()
        && !is_over(membership.expires_at, run.now())
        && u64::try_from(late).is_ok_and(|late| late <= LATE_DAYS)
        && !is_new
}

async fn warn(run: &Run<'_>, id: MembershipId, days: u64, notice: MembershipNotice) -> Result<usize, JobError> {
    // The index is eventually consistent: the membership may have been cancelled meanwhile.
    let Some(membership) = Memberships::of(run.salon).get(&id).await? else { return Ok(0) };
    if !is_due(&membership, days, run) {
        return Ok(0);
    }
    let occasion = format!("{}#{}", membership.id, membership.expires_at);
    Ok(notify_owner(run, &membership, notice, occasion, Channels::Push).await?.count())
}
