//! Lists partitioned by month, read from the newest month back.

use futures::future::try_join_all;
use serde::{Deserialize, Serialize};

use crate::salon::Salon;
use crate::table::keys::{self, MonthlyList};
use crate::table::{AtomicWrite, Condition, Key, Partition, Record, Stored, TableError, Update, WriteError};
use crate::time::Month;
use crate::transaction::Transaction;

/// The months in which a list has items, so that readers query only those.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct KnownMonths {
    #[serde(default)]
    months: std::collections::BTreeSet<String>,
}

impl Record for KnownMonths {
    const KIND: &'static str = "months";

    /// Only updated in place, never written as a record.
    fn key(&self) -> Key {
        keys::months(MonthlyList::Bookings)
    }
}

/// How many months are read concurrently.
const AT_ONCE: usize = 12;

pub struct MonthIndex<'a> {
    salon: &'a Salon,
    list: MonthlyList,
}

impl<'a> MonthIndex<'a> {
    pub fn of(salon: &'a Salon, list: MonthlyList) -> Self {
        Self { salon, list }
    }

    /// Adds the month to the list's months in this transaction if it is new. Costs one small read; writes once a month.
    pub async fn add_if_new(&self, transaction: &mut Transaction<'_>, month: Month) -> Result<(), TableError> {
        let known = self.known().await?;
        if !known.contains(&month) {
            self.add(transaction, month);
        }
        Ok(())
    }

    /// For callers that have already read the months.
    pub fn add(&self, transaction: &mut Transaction<'_>, month: Month) {
        let update = Update::new().include("months", month.to_string());
        transaction.update(KnownMonths::KIND, keys::months(self.list), update, Condition::Any);
    }

    /// Adds months outside a transaction, for bulk loads.
    pub async fn load(&self, months: impl IntoIterator<Item = Month>) -> Result<(), WriteError> {
        for month in months {
            let mut write = AtomicWrite::new(&self.salon.random);
            let update = Update::new().include("months", month.to_string());
            write.changes.update(KnownMonths::KIND, keys::months(self.list), update, Condition::Any);
            write.commit(&self.salon.table).await?;
        }
        Ok(())
    }

    /// Newest first.
    pub async fn known(&self) -> Result<Vec<Month>, TableError> {
        let found = self.salon.table.get::<KnownMonths>(&keys::months(self.list)).await?;
        let mut months: Vec<Month> =
            found.into_iter().flat_map(|found| found.record.months).filter_map(|month| month.parse().ok()).collect();
        months.sort_unstable();
        months.reverse();
        Ok(months)
    }

    /// The whole list, newest month first. Cost grows with the list: for unfiltered lists only.
    pub async fn newest_first<R: Record>(
        &self,
        partition: impl Fn(Month) -> Partition,
    ) -> Result<Vec<Stored<R>>, TableError> {
        let months = self.known().await?;
        let mut records = Vec::new();
        for months in months.chunks(AT_ONCE) {
            let read = try_join_all(months.iter().map(|month| self.salon.table.query::<R>(partition(*month)))).await?;
            records.extend(read.into_iter().flatten());
        }
        Ok(records)
    }
}
