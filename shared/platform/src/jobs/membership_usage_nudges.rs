//! Nudges a few members with hours left to use them: at most twenty a day. The draw is stored, so that a second run that
//! day, or one after a failure, works on the same twenty.

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
use parlour_values::id::{MembershipId, Random};
use parlour_values::time::{Instant, IstDate, Minutes};

const MOST: usize = 20;

/// The memberships whose owners are nudged on a day.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Drawn {
    day: IstDate,
    memberships: Vec<MembershipId>,
}

impl Record for Drawn {
    const KIND: &'static str = "nudges";

    fn key(&self) -> Key {
        keys::sent(&format!("membership-usage-nudges#{}", self.day))
    }

    fn places(&self) -> Places {
        Places { ttl: Some(self.day.start().plus(TimeDelta::days(30))), ..Places::default() }
    }
}

fn is_due(membership: &Membership, now: Instant) -> bool {
    membership.is_active()
        && !is_over(membership.expires_at, now)
        && membership.starts_at <= now
        && membership.hours().remaining() > Minutes(0)
}

/// Up to twenty of them, each with the same chance.
fn draw(mut members: Vec<MembershipId>, random: &Random) -> Vec<MembershipId> {
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

async fn drawn_today(run: &Run<'_>) -> Result<Drawn, JobError> {
    let empty = Drawn { day: run.today(), memberships: Vec::new() };
    if let Some(known) = run.salon.table.get::<Drawn>(&empty.key()).await? {
        return Ok(known.record);
    }
    let mut active = run.salon.table.pages::<Membership>(Partition::g2(keys::ACTIVE_MEMBERSHIPS));
    let mut members = Vec::new();
    while let Some(page) = active.next().await? {
        let due = page.into_iter().filter(|membership| is_due(membership, run.now()));
        members.extend(due.map(|membership| membership.record.id));
    }
    let memberships = draw(members, &run.salon.random);
    let drawn = Drawn { memberships, ..empty };
    let mut write = AtomicWrite::new(&run.salon.random);
    write.changes.create(&drawn);
    match write.commit(&run.salon.table).await {
        Ok(()) => Ok(drawn),
        // Another run drew at the same time: its draw counts.
        Err(WriteError::ConditionsFailed(_)) => {
            let known = run.salon.table.get::<Drawn>(&drawn.key()).await?;
            Ok(known.map_or(Drawn { memberships: Vec::new(), ..drawn }, |known| known.record))
        }
        Err(WriteError::Contended) => Err(JobError::UnderWay),
        Err(WriteError::Table(error)) => Err(error.into()),
    }
}

async fn nudge(run: &Run<'_>, id: MembershipId) -> Result<usize, JobError> {
    let Some(membership) = Memberships::of(run.salon).get(&id).await? else { return Ok(0) };
    if !is_due(&membership, run.now()) {
        return Ok(0);
    }
    let occasion = format!("{id}#{}", run.today());
    Ok(notify_owner(run, &membership, MembershipNotice::UsageNudge, occasion, Channels::Push).await?.count())
}
