//! Everybody who works on a day, with their rosters and ledgers, in one round trip.

use super::availability::{BranchDay, Person};
use super::ledger::DayLedger;
use super::roster::{self, DayPlan};
use super::{Closure, Interval, Rosters};
use crate::branches::Branch;
use crate::id::{BranchId, StaffId};
use crate::salon::Salon;
use crate::staff::StaffMember;
use crate::table::{Partition, Stored, TableError, keys};
use crate::time::{Instant, IstDate};

/// Rosters and days come from an index and may be slightly stale: good enough to list who is probably free. A booking
/// reads the person's day consistently and writes it with a condition.
#[derive(Clone, Debug)]
pub struct Team {
    pub staff: Vec<Stored<StaffMember>>,
    rosters: Vec<Stored<Rosters>>,
    days: Vec<Stored<DayLedger>>,
    pub closure: Option<Stored<Closure>>,
}

impl Salon {
    pub async fn team(&self, branch: &BranchId, date: IstDate) -> Result<Team, TableError> {
        let (team, closure) = tokio::try_join!(self.everybody_on(date), self.closure_of(branch, date))?;
        Ok(team.closing_on(closure))
    }

    /// For a branch that is still to be found: without its closure.
    pub(crate) async fn everybody_on(&self, date: IstDate) -> Result<Team, TableError> {
        let (staff, rosters, days) = tokio::try_join!(
            async { self.staff().all().await },
            self.table.query::<Rosters>(Partition::g1(keys::ROSTERS)),
            self.table.query::<DayLedger>(Partition::g1(keys::staff_days_on(date))),
        )?;
        Ok(Team { staff, rosters, days, closure: None })
    }

    pub(crate) async fn closure_of(
        &self,
        branch: &BranchId,
        date: IstDate,
    ) -> Result<Option<Stored<Closure>>, TableError> {
        self.table.get::<Closure>(&keys::closure(branch, date)).await
    }
}

impl Branch {
    /// The branch on a day, as of now.
    pub fn day(&self, date: IstDate, is_closed: bool, now: Instant) -> BranchDay {
        BranchDay { date, policy: self.settings.slot_policy, opening: self.opening(), is_closed, now }
    }
}

impl Team {
    pub(crate) fn closing_on(self, closure: Option<Stored<Closure>>) -> Self {
        Self { closure, ..self }
    }

    /// The branch's day, closed if there is a closure.
    pub fn day(&self, branch: &Branch, date: IstDate, now: Instant) -> BranchDay {
        branch.day(date, self.closure.is_some(), now)
    }

    /// The branch's staff on that day.
    pub fn people<'a>(&'a self, branch: &Branch, day: &BranchDay) -> Vec<Person<'a>> {
        self.staff
            .iter()
            .filter(|member| member.branch_ids.contains(&branch.id))
            .map(|member| {
                let (rosters, ledger) = (self.rosters_of(&member.id), self.day_of(&member.id));
                let rosters = rosters.map_or(&[][..], |rosters| &rosters.weekly);
                Person::on(day, &member.id, member.is_active, &member.service_ids, rosters, ledger)
            })
            .collect()
    }

    /// Shifts and breaks of somebody at a branch with these opening hours.
    pub fn plan_of(&self, id: &StaffId, date: IstDate, opening: Interval) -> DayPlan {
        let exception = self.day_of(id).and_then(|day| day.exception.as_ref());
        roster::plan(date, self.rosters_of(id).map_or(&[][..], |rosters| &rosters.weekly), exception, opening)
    }

    /// The version of everything that was read, to tell whether any of it has changed.
    pub fn versions(&self) -> impl Iterator<Item = (&str, u64)> {
        let staff = self.staff.iter().map(|member| (member.id.as_str(), member.version));
        let rosters = self.rosters.iter().map(|rosters| (rosters.staff_id.as_str(), rosters.version));
        let days = self.days.iter().map(|day| (day.staff_id.as_str(), day.version));
        let closure = self.closure.iter().map(|closure| (closure.id.as_str(), closure.version));
        staff.chain(rosters).chain(days).chain(closure)
    }

    pub fn rosters_of(&self, id: &StaffId) -> Option<&Rosters> {
        self.rosters.iter().map(|found| &found.record).find(|rosters| rosters.staff_id == *id)
    }

    pub fn day_of(&self, id: &StaffId) -> Option<&DayLedger> {
        self.days.iter().map(|found| &found.record).find(|day| day.staff_id == *id)
    }
}
