//! Records of people's time: rosters, days, and closures of a branch.

use serde::{Deserialize, Serialize};

use super::ledger::DayLedger;
use super::roster::WeeklyRoster;
use crate::id::{BranchId, ClosureId, StaffId, UserId};
use crate::table::{Key, Places, Record, keys};
use crate::time::{Instant, IstDate};

/// All rosters of a person, by the day each takes effect.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rosters {
    pub staff_id: StaffId,
    #[serde(default)]
    pub weekly: Vec<WeeklyRoster>,
}

impl Rosters {
    pub fn none(staff_id: StaffId) -> Self {
        Self { staff_id, weekly: Vec::new() }
    }
}

impl Record for Rosters {
    const KIND: &'static str = "roster";

    fn key(&self) -> Key {
        keys::roster(&self.staff_id)
    }

    fn places(&self) -> Places {
        Places { g1: Some(keys::roster_of_all(&self.staff_id)), ..Places::default() }
    }
}

impl Record for DayLedger {
    const KIND: &'static str = "day";

    fn key(&self) -> Key {
        keys::staff_day(&self.staff_id, self.date)
    }

    fn places(&self) -> Places {
        Places { g1: Some(keys::staff_day_of_all(self.date, &self.staff_id)), ..Places::default() }
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
