//! Nudges a few members with hours left to use them: at most twenty a day, and nobody twice in fourteen. The draw is stored, so that a second run that
//! day, or one after a failure, works on the same twenty.

use std::collections::BTreeSet;

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::JobError;
use super::run::{Run, processed, tally};
use super::support::membership_owner::notify_owner;
use crate::notifications::Channels;
use parlour_money::memberships::rules::is_over;
use parlour_money::memberships::{Membership, Memberships};
use parlour_senders::templates::MembershipNotice;
use parlour_storage::table::{AtomicWrite, Key, Partition, Places, Record, WriteError, keys};
use parlour_values::id::{MembershipId, Random, UserId};
use parlour_values::time::{Instant, IstDate, Minutes};

const MOST: usize = 20;
/// A member who is nudged is left alone for this long.
const REST_DAYS: u64 = 14;

/// The memberships whose owners are nudged on a day.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct DrawnNudges {
    day: IstDate,
    memberships: Vec<MembershipId>,
    /// Their owners, who may have another membership by the time of the next draw.
    #[serde(default)]
    members: BTreeSet<UserId>,
}

impl Record for DrawnNudges {
    const KIND: &'static str = "nudges";

    fn key(&self) -> Key {
        Self::key_of(self.day)
    }

    fn places(&self) -> Places {
        Places { ttl: Some(self.day.start().plus(TimeDelta::days(30))), ..Places::default() }
    }
}

impl DrawnNudges {
    fn key_of(day: IstDate) -> Key {
        keys::sent(&format!("membership-usage-nudges#{day}"))
    }
}

fn is_due(membership: &Membership, now: Instant) -> bool {
    membership.is_active()
        && !is_over(membership.expires_at, now)
        && membership.starts_at <= now
        && membership.hours().remaining() > Minutes(0)
}

/// Up to twenty of them, each with the same chance.
fn draw(mut members: Vec<(MembershipId, UserId)>, random: &Random) -> Vec<(MembershipId, UserId)> {
    let mut drawn = Vec::new();
    while drawn.len() < MOST && !members.is_empty() {
        drawn.push(members.swap_remove(random.below(members.len())));
    }
    drawn
}

pub async fn run(run: &Run<'_>) -> Result<Value, JobError> {
    let drawn = drawn_today(run).await?;
    Ok(processed(tally(drawn.memberships, |id| nudge(run, id)).await?))
}

async fn drawn_today(run: &Run<'_>) -> Result<DrawnNudges, JobError> {
    let empty = DrawnNudges { day: run.today(), memberships: Vec::new(), members: BTreeSet::new() };
    if let Some(known) = run.salon.table.get::<DrawnNudges>(&empty.key()).await? {
        return Ok(known.record);
    }
    let (nudged_memberships, nudged_members) = drawn_lately(run).await?;
    let is_rested = |membership: &Membership| {
        !nudged_memberships.contains(&membership.id) && !nudged_members.contains(&membership.customer_id)
    };
    let mut active = run.salon.table.pages::<Membership>(Partition::g2(keys::ACTIVE_MEMBERSHIPS));
    let mut members = Vec::new();
    while let Some(page) = active.next().await? {
        let due = page.into_iter().filter(|membership| is_due(membership, run.now()) && is_rested(membership));
        members.extend(due.map(|membership| (membership.record.id, membership.record.customer_id)));
    }
    let (memberships, members) = draw(members, &run.salon.random).into_iter().unzip();
    let drawn = DrawnNudges { memberships, members, ..empty };
    let mut write = AtomicWrite::new(&run.salon.random);
    write.changes.create(&drawn);
    match write.commit(&run.salon.table).await {
        Ok(()) => Ok(drawn),
        // Another run drew at the same time: its draw counts.
        Err(WriteError::ConditionsFailed(_)) => {
            let known = run.salon.table.get::<DrawnNudges>(&drawn.key()).await?;
            Ok(known.map_or(DrawnNudges { memberships: Vec::new(), ..drawn }, |known| known.record))
        }
        Err(WriteError::Contended) => Err(JobError::UnderWay),
        Err(WriteError::Table(error)) => Err(error.into()),
    }
}

/// Memberships and members drawn on the days before, as far as they are still left alone.
async fn drawn_lately(run: &Run<'_>) -> Result<(BTreeSet<MembershipId>, BTreeSet<UserId>), JobError> {
    let days = (1..REST_DAYS).map(|back| DrawnNudges::key_of(run.today().minus_days(back)));
    let mut found = run.salon.table.get_many(days.clone()).await?;
    let (mut memberships, mut members) = (BTreeSet::new(), BTreeSet::new());
    for day in days {
        if let Some(drawn) = found.take::<DrawnNudges>(&day)? {
            memberships.extend(drawn.record.memberships);
            members.extend(drawn.record.members);
        }
    }
    Ok((memberships, members))
}

async fn nudge(run: &Run<'_>, id: MembershipId) -> Result<usize, JobError> {
    let Some(membership) = Memberships::of(run.salon).get(&id).await? else { return Ok(0) };
    if !is_due(&membership, run.now()) {
        return Ok(0);
    }
    let occasion = format!("{id}#{}", run.today());
    Ok(notify_owner(run, &membership, MembershipNotice::UsageNudge, occasion, Channels::Push).await?.count())
}

#[cfg(test)]
mod tests {
    use parlour_storage::table::rewritten;
    use serde_json::json;

    use super::*;

    #[test]
    fn the_golden_row_of_a_days_draw_is_read_and_written() {
        let golden = json!({
            "PK": { "S": "SENT#membership-usage-nudges#2026-11-16" }, "SK": { "S": "SENT" },
            "kind": { "S": "nudges" }, "format": { "N": "1" }, "v": { "N": "1" },
            "day": { "S": "2026-11-16" },
            "memberships": { "L": [{ "S": "m1" }, { "S": "m2" }] },
            "members": { "L": [{ "S": "u1" }, { "S": "u2" }] },
        });
        assert_eq!(rewritten::<DrawnNudges>(golden.clone()).unwrap(), golden);
    }
}
