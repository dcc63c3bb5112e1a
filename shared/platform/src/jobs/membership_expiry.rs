//! Tells owners that their membership ends in exactly 30, 7 or 1 days, once per term.

use serde_json::Value;

use super::JobError;
use super::run::{Run, Tally, processed};
use super::support::membership_owner::notify_owner;
use crate::notifications::Channels;
use parlour_money::memberships::{Membership, Memberships};
use parlour_senders::templates::MembershipNotice;
use parlour_storage::table::{Partition, Stored, keys};
use parlour_values::id::MembershipId;
use parlour_values::time::IstDate;

const WARNINGS: [(u64, MembershipNotice); 3] =
    [(30, MembershipNotice::Expiry30d), (7, MembershipNotice::Expiry7d), (1, MembershipNotice::Expiry1d)];

pub async fn run(run: &Run<'_>) -> Result<Value, JobError> {
    let mut tally = Tally::default();
    for (days, notice) in WARNINGS {
        let day = run.today().plus_days(days);
        let (first, next) = (day.start().to_string(), day.plus_days(1).start().to_string());
        let ending = run.salon.table.pages::<Membership>(Partition::g3(keys::MEMBERSHIPS_DUE).between(first, next));
        let is_due = |membership: Stored<Membership>| ends_on(&membership, day).then_some(membership.record.id);
        tally.pages(ending, is_due, |id| warn(run, id, day, notice)).await?;
    }
    Ok(processed(tally.end()?))
}

fn ends_on(membership: &Membership, day: IstDate) -> bool {
    membership.is_active() && membership.expires_at.ist_date() == day
}

async fn warn(run: &Run<'_>, id: MembershipId, day: IstDate, notice: MembershipNotice) -> Result<usize, JobError> {
    // The index is eventually consistent: the membership may have been cancelled meanwhile.
    let Some(membership) = Memberships::of(run.salon).get(&id).await? else { return Ok(0) };
    if !ends_on(&membership, day) {
        return Ok(0);
    }
    let occasion = format!("{}#{}", membership.id, membership.expires_at);
    Ok(notify_owner(run, &membership, notice, occasion, Channels::Push).await?.count())
}
