//! The roster of a branch over some days.

use super::{Schedule, ScheduleError, ScheduleRequest, StaffDays};
use crate::slots::ledger::DayLedger;
use crate::slots::{Rosters, roster};
use crate::teams::Teams;
use parlour_setup::branches::Branches;
use parlour_storage::at_once;
use parlour_storage::failure::Failure;
use parlour_storage::table::{Partition, Stored, TableError, keys};
use parlour_values::id::StaffId;
use parlour_values::time::{Interval, IstDate, Minutes};

/// A person's plan over some days.
#[derive(Clone, Debug)]
pub struct PlannedPerson {
    pub staff_id: StaffId,
    pub name: String,
    pub days: Vec<PlannedDay>,
}

#[derive(Clone, Debug)]
pub struct PlannedDay {
    pub date: IstDate,
    pub shifts: Vec<Interval>,
    pub breaks: Vec<Interval>,
    /// Set for this day alone, whatever the weekly roster says.
    pub is_exception: bool,
    pub is_on_leave: bool,
    pub booked_minutes: Minutes,
}

impl Schedule<'_> {
    pub async fn board(&self, request: &ScheduleRequest) -> Result<Vec<StaffDays>, Failure<ScheduleError>> {
        Ok(self.plan(request).await?.into_iter().map(StaffDays::from).collect())
    }

    /// One query for each of the branch's people, however long the history.
    pub async fn plan(&self, request: &ScheduleRequest) -> Result<Vec<PlannedPerson>, Failure<ScheduleError>> {
        let salon = self.0;
        let branches = Branches::of(salon).all().await?;
        let branch = match &request.branch_id {
            Some(id) => branches.iter().find(|branch| branch.id == *id),
            None => branches.iter().find(|branch| branch.is_primary),
        };
        let branch = branch.ok_or_else(|| ScheduleError::invalid("branchId", "must be an existing branch"))?;
        let (from, to) = request.days(salon.clock.today());
        let reference = Teams::of(salon).branch_reference(&branch.id).await?;
        let people: Vec<_> = reference.staff.iter().filter(|member| member.is_active).collect();
        let reads: Vec<_> = people.iter().map(|member| self.days_between(&member.id, from, to)).collect();
        let days = at_once::try_all(reads).await?;
        Ok(people
            .iter()
            .zip(&days)
            .map(|(member, ledgers)| {
                let rosters = reference.rosters_of(&member.id);
                let planned = |date| planned_day(date, rosters, ledgers, branch.opening_on(date));
                PlannedPerson {
                    staff_id: member.id.clone(),
                    name: member.display_name.clone(),
                    days: from.through(to).map(planned).collect(),
                }
            })
            .collect())
    }

    pub async fn days_between(
        &self,
        staff: &StaffId,
        from: IstDate,
        to: IstDate,
    ) -> Result<Vec<Stored<DayLedger>>, TableError> {
        let question = Partition::of(keys::staff_partition(staff))
            .between(keys::staff_day(staff, from).sk, keys::staff_day(staff, to).sk);
        self.0.table.query(question).await
    }
}

pub(super) fn planned_day(
    date: IstDate,
    rosters: Option<&Rosters>,
    ledgers: &[Stored<DayLedger>],
    openings: impl IntoIterator<Item = Interval>,
) -> PlannedDay {
    let ledger = ledgers.iter().find(|ledger| ledger.date == date);
    let exception = ledger.and_then(|ledger| ledger.exception.as_ref());
    let openings: Vec<Interval> = openings.into_iter().collect();
    let weekly = rosters.map_or(&[][..], |rosters| &rosters.weekly);
    let plan = roster::plan_at(date, weekly, exception, openings.iter().copied()).within(&openings);
    PlannedDay {
        date,
        shifts: plan.shifts,
        breaks: plan.breaks,
        is_exception: exception.is_some(),
        is_on_leave: ledger.is_some_and(|ledger| ledger.is_on_leave()),
        booked_minutes: ledger.map(|ledger| ledger.booked_minutes()).unwrap_or_default(),
    }
}
