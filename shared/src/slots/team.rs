//! Everybody who works on a day, with their rosters and ledgers, in one round trip.

use super::availability::{BranchDay, Person};
use super::ledger::DayLedger;
use super::{Closure, Rosters};
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
        let closure_key = keys::closure(branch, date);
        let (staff, rosters, days, closure) = tokio::try_join!(
            async { self.staff().all().await },
            self.table.query::<Rosters>(Partition::g1(keys::ROSTERS)),
            self.table.query::<DayLedger>(Partition::g1(keys::staff_days_on(date))),
            self.table.get::<Closure>(&closure_key),
        )?;
        Ok(Team { staff, rosters, days, closure })
    }
}

impl Branch {
    /// The branch on a day, as of now.
    pub fn day(&self, date: IstDate, is_closed: bool, now: Instant) -> BranchDay {
        BranchDay { date, policy: self.settings.slot_policy, opening: self.opening(), is_closed, now }
    }
}

impl Team {
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

    pub fn rosters_of(&self, id: &StaffId) -> Option<&Rosters> {
        self.rosters.iter().map(|found| &found.record).find(|rosters| rosters.staff_id == *id)
    }

    pub fn day_of(&self, id: &StaffId) -> Option<&DayLedger> {
        self.days.iter().map(|found| &found.record).find(|day| day.staff_id == *id)
    }
}
