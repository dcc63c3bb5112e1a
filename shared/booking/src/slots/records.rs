//! Records of people's time: rosters, days, and closures of a branch.

use serde::{Deserialize, Serialize};

use super::ledger::{DayLedger, LedgerOwner};
use super::roster::WeeklyRoster;
use parlour_storage::table::{Key, Record, keys};
use parlour_values::id::{BranchId, ClosureId, StaffId, UserId};
use parlour_values::time::{Instant, IstDate};

/// All rosters of a person, by the day each takes effect.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rosters {
    pub staff_id: StaffId,
    /// The branches where the person works: each of them has a copy.
    #[serde(default)]
    pub branch_ids: Vec<BranchId>,
    #[serde(default)]
    pub weekly: Vec<WeeklyRoster>,
}

impl Rosters {
    pub fn none(staff_id: StaffId) -> Self {
        Self { staff_id, branch_ids: Vec::new(), weekly: Vec::new() }
    }
}

impl Record for Rosters {
    const KIND: &'static str = "roster";

    fn key(&self) -> Key {
        keys::roster(&self.staff_id)
    }

    fn copies(&self) -> Vec<Key> {
        keys::roster_copies(&self.branch_ids, &self.staff_id)
    }
}

impl Record for DayLedger {
    const KIND: &'static str = "day";

    fn key(&self) -> Key {
        match &self.owner {
            LedgerOwner::Person(id) => keys::staff_day(id, self.date),
            LedgerOwner::Resource(id) => keys::resource_day(id, self.date),
        }
    }
}

/// A day on which a branch is closed. Every booking there checks that it is absent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Closure {
    pub id: ClosureId,
    pub branch_id: BranchId,
    pub date: IstDate,
    pub reason: String,
    pub created_by: UserId,
    pub created_at: Instant,
}

impl Record for Closure {
    const KIND: &'static str = "closure";

    fn key(&self) -> Key {
        keys::closure(&self.branch_id, self.date)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_roster_has_a_copy_at_every_branch_of_the_person() {
        let rosters = Rosters { branch_ids: vec!["blr".into(), "main".into()], ..Rosters::none("meera".into()) };
        let at = |branch: &str| keys::roster_copies(&[branch.into()], &rosters.staff_id);
        assert_eq!(rosters.copies(), [at("blr"), at("main")].concat());
    }
}
