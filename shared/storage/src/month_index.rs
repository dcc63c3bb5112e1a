//! Lists stored by month: which months have rows, so that readers ask only for those.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use crate::salon::Salon;
use crate::table::keys::{self, MonthlyList};
use crate::table::{AtomicWrite, Condition, Key, Record, TableError, Update, WriteError};
use crate::transaction::Transaction;
use parlour_values::id::BranchId;
use parlour_values::time::Month;

/// The months in which a list has rows.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct KnownMonths {
    #[serde(default)]
    months: BTreeSet<String>,
}

impl KnownMonths {
    fn each(&self) -> impl Iterator<Item = Month> {
        self.months.iter().filter_map(|month| month.parse().ok())
    }
}

impl Record for KnownMonths {
    const KIND: &'static str = "months";

    /// Only updated in place, never written as a record.
    fn key(&self) -> Key {
        keys::months(MonthlyList::Leads)
    }
}

/// The months that this process has read. A month is never taken from a list again, so what is remembered stays true.
#[derive(Default)]
struct Remembered(Mutex<HashSet<(Key, Month)>>);

impl Remembered {
    fn contains(&self, list: &Key, month: Month) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).contains(&(list.clone(), month))
    }

    fn add(&self, list: &Key, months: &[Month]) {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        seen.extend(months.iter().map(|month| (list.clone(), *month)));
    }
}

pub struct MonthIndex<'a> {
    salon: &'a Salon,
    list: MonthlyList<'a>,
}

impl<'a> MonthIndex<'a> {
    pub fn of(salon: &'a Salon, list: MonthlyList<'a>) -> Self {
        Self { salon, list }
    }

    /// Whether the list has no rows in this month yet. Read from the table once for each process, list and month.
    pub async fn lacks(&self, month: Month) -> Result<bool, TableError> {
        let is_remembered = self.salon.remembered::<Remembered>().contains(&keys::months(self.list), month);
        Ok(!is_remembered && !self.known().await?.contains(&month))
    }

    /// Adds the month in this transaction, for a list that lacks it.
    pub fn add(&self, transaction: &mut Transaction<'_>, month: Month) {
        let update = Update::new().include("months", month.to_string());
        transaction.update(KnownMonths::KIND, keys::months(self.list), update, Condition::Any);
    }

    /// Adds months outside a transaction, for bulk loads.
    pub async fn load(&self, months: impl IntoIterator<Item = Month>) -> Result<(), WriteError> {
        let mut write = AtomicWrite::new(&self.salon.random);
        for month in months {
            let update = Update::new().include("months", month.to_string());
            write.changes.merge_update(KnownMonths::KIND, keys::months(self.list), update);
        }
        write.commit(&self.salon.table).await
    }

    /// Newest first.
    pub async fn known(&self) -> Result<Vec<Month>, TableError> {
        let key = keys::months(self.list);
        let found = self.salon.table.get::<KnownMonths>(&key).await?;
        let mut months: Vec<Month> = found.iter().flat_map(|found| found.each()).collect();
        months.sort_unstable();
        months.reverse();
        self.salon.remembered::<Remembered>().add(&key, &months);
        Ok(months)
    }

    /// Those in which rows may stand behind this sort key, which begins with a moment; newest first. A month is one in IST,
    /// the moment in UTC: it may be the last of the month before.
    pub async fn until(&self, after: Option<&str>) -> Result<Vec<Month>, TableError> {
        let mut months = self.known().await?;
        if let Some(last) = after.and_then(|after| after.get(..7)?.parse::<Month>().ok()) {
            months.retain(|month| *month <= last.next());
        }
        Ok(months)
    }
}

/// Adds the months of bookings outside a transaction, for bulk loads.
pub async fn load_bookings(
    salon: &Salon,
    months: impl IntoIterator<Item = (BranchId, Month)>,
) -> Result<(), WriteError> {
    let mut by_branch: BTreeMap<BranchId, Vec<Month>> = BTreeMap::new();
    for (branch, month) in months {
        by_branch.entry(branch).or_default().push(month);
    }
    for (branch, months) in by_branch {
        MonthIndex::of(salon, MonthlyList::Bookings(&branch)).load(months).await?;
    }
    Ok(())
}

/// The months with bookings at any of these branches, newest first, and the branches that have some in it.
pub async fn months_of_branches(
    salon: &Salon,
    branches: &[BranchId],
) -> Result<Vec<(Month, Vec<BranchId>)>, TableError> {
    let key = |branch| keys::months(MonthlyList::Bookings(branch));
    let mut found = salon.table.get_many(branches.iter().map(key)).await?;
    let mut months: BTreeMap<Month, Vec<BranchId>> = BTreeMap::new();
    for branch in branches {
        if let Some(known) = found.take::<KnownMonths>(&key(branch))? {
            for month in known.each() {
                months.entry(month).or_default().push(branch.clone());
            }
        }
    }
    Ok(months.into_iter().rev().collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::table::record_of;

    /// It is only updated in place: the row says neither its kind nor its format.
    #[test]
    fn the_golden_row_of_the_months_is_read() {
        let golden = json!({
            "PK": { "S": "MONTHS" }, "SK": { "S": "LEADS" },
            "months": { "SS": ["2026-10", "2026-11"] },
        });
        let known = record_of::<KnownMonths>(serde_json::from_value(golden).unwrap()).unwrap();
        let months: Vec<String> = known.each().map(|month| month.to_string()).collect();
        assert_eq!(months, ["2026-10", "2026-11"]);
    }
}
