//! Time that has come free. Whatever frees some says so in its own transaction, with one small message; the waitlist is
//! looked at later. Where no branch is `staffed` there is no waitlist, and nothing is said.

use std::sync::Arc;

use crate::slots::Resource;
use crate::slots::ledger::LedgerOwner;
use parlour_people::staff::{Staff, StaffMember};
use parlour_setup::branches::{Branches, SlotPolicy};
use parlour_storage::outbox::{OutboxMessage, Task};
use parlour_storage::salon::Salon;
use parlour_storage::table::{Stored, TableError, keys};
use parlour_storage::transaction::Transaction;
use parlour_values::id::{BranchId, StaffId};
use parlour_values::time::{Instant, IstDate, TimeOfDay};

/// Time at a branch that has come free.
#[derive(Clone, Debug, PartialEq)]
pub struct Freed {
    branch_id: BranchId,
    /// None: on many days.
    date: Option<IstDate>,
    /// The beginning of it, if that is known.
    start: Option<TimeOfDay>,
}

impl Freed {
    /// Time of a day; none where the branch keeps no waitlist, or the day is over.
    pub fn on(
        (branch_id, policy): (&BranchId, SlotPolicy),
        date: IstDate,
        start: Option<TimeOfDay>,
        now: Instant,
    ) -> Option<Self> {
        let found = Self { branch_id: branch_id.clone(), date: Some(date), start };
        (policy == SlotPolicy::Staffed && date >= now.ist_date()).then_some(found)
    }

    pub fn is_at(&self, branch: &BranchId) -> bool {
        self.branch_id == *branch
    }

    pub fn message(self, now: Instant) -> OutboxMessage {
        let Self { branch_id, date, start } = self;
        OutboxMessage::new(Task::FillGap { branch_id, date, start, wish_id: None }, now)
    }
}

/// The branches with a waitlist.
async fn staffed_branches(salon: &Salon) -> Result<Vec<BranchId>, TableError> {
    let branches = Branches::of(salon).all().await?;
    let staffed = branches.iter().filter(|branch| branch.settings.slot_policy == SlotPolicy::Staffed);
    Ok(staffed.map(|branch| branch.id.clone()).collect())
}

/// Whether somebody works at a branch.
fn works_at(everybody: &[Stored<StaffMember>], staff: &StaffId, branch: &BranchId) -> bool {
    everybody.iter().any(|member| member.id == *staff && member.branch_ids.contains(branch))
}

/// The time that parts of a visit held on a day, each from its start on: at the visit's own branch, and wherever else its
/// people work.
pub async fn of_parts(
    salon: &Salon,
    branch: &BranchId,
    date: IstDate,
    parts: &[(&StaffId, TimeOfDay)],
    now: Instant,
) -> Result<Vec<Freed>, TableError> {
    if parts.is_empty() || date < now.ist_date() {
        return Ok(Vec::new());
    }
    let staffed = staffed_branches(salon).await?;
    let has_others = staffed.iter().any(|other| other != branch);
    let everybody = if has_others { Staff::of(salon).all().await? } else { Arc::default() };
    let freed_at = |other: BranchId| {
        let here = parts.iter().filter(|(staff, _)| other == *branch || works_at(&everybody, staff, &other));
        let start = here.map(|(_, start)| *start).min()?;
        Some(Freed { branch_id: other, date: Some(date), start: Some(start) })
    };
    Ok(staffed.into_iter().filter_map(freed_at).collect())
}

/// The time of somebody's days that has come free, at each branch where they work; without a day on many days.
pub async fn of_person(
    salon: &Salon,
    staff: &StaffId,
    dates: &[Option<IstDate>],
    start: Option<TimeOfDay>,
    now: Instant,
) -> Result<Vec<Freed>, TableError> {
    let today = now.ist_date();
    let dates: Vec<Option<IstDate>> =
        dates.iter().copied().filter(|date| date.is_none_or(|date| date >= today)).collect();
    if dates.is_empty() {
        return Ok(Vec::new());
    }
    let staffed = staffed_branches(salon).await?;
    if staffed.is_empty() {
        return Ok(Vec::new());
    }
    let everybody = Staff::of(salon).all().await?;
    let branches = staffed.iter().filter(|branch| works_at(&everybody, staff, branch));
    let of_branch = |branch_id: &BranchId| {
        let branch_id = branch_id.clone();
        dates.iter().map(move |date| Freed { branch_id: branch_id.clone(), date: *date, start })
    };
    Ok(branches.flat_map(of_branch).collect())
}

/// The time of a person's or a room's day that has come free.
pub async fn of_owner(
    salon: &Salon,
    owner: &LedgerOwner,
    date: IstDate,
    start: Option<TimeOfDay>,
    now: Instant,
) -> Result<Vec<Freed>, TableError> {
    match owner {
        LedgerOwner::Person(staff) => of_person(salon, staff, &[Some(date)], start, now).await,
        LedgerOwner::Resource(room) => {
            let Some(room) = salon.table.get::<Resource>(&keys::resource_by_id(room)).await? else {
                return Ok(Vec::new());
            };
            let branch = Branches::of(salon).get(&room.branch_id).await?;
            let freed =
                branch.and_then(|branch| Freed::on((&branch.id, branch.settings.slot_policy), date, start, now));
            Ok(freed.into_iter().collect())
        }
    }
}

/// Leaves the messages in the transaction that frees the time.
pub fn tell(transaction: &mut Transaction<'_>, freed: impl IntoIterator<Item = Freed>, now: Instant) {
    for freed in freed {
        transaction.enqueue(freed.message(now));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_staffed_branch_has_somebody_to_tell_of_a_day_to_come() {
        let now: Instant = "2026-11-16T12:00:00+05:30".parse().unwrap();
        let today = now.ist_date();
        let branch = BranchId::from("main");
        assert_eq!(Freed::on((&branch, SlotPolicy::Open), today, None, now), None);
        assert_eq!(Freed::on((&branch, SlotPolicy::Staffed), today.minus_days(1), None, now), None);
        let message = Freed::on((&branch, SlotPolicy::Staffed), today, None, now).unwrap().message(now);
        let task = Task::FillGap { branch_id: branch, date: Some(today), start: None, wish_id: None };
        assert_eq!(message, OutboxMessage::new(task, now));
    }
}
