//! Lists kept in one index partition per month, read from the newest month back.

use futures::future::try_join_all;
use serde::{Deserialize, Serialize};

use crate::salon::Salon;
use crate::table::keys::{self, MonthlyList};
use crate::table::{AtomicWrite, Condition, Key, Partition, Record, Stored, TableError, Update, WriteError};
use crate::time::Month;
use crate::transaction::Transaction;

/// Which months a list has anything in, so that no reader has to guess.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct KnownMonths {
    #[serde(default)]
    months: std::collections::BTreeSet<String>,
}

impl Record for KnownMonths {
    const KIND: &'static str = "months";

    /// Never written as a whole; the key is the list's.
    fn key(&self) -> Key {
        keys::months(MonthlyList::Bookings)
    }
}

/// How many months are read side by side.
const AT_ONCE: usize = 12;

pub struct MonthIndex<'a> {
    salon: &'a Salon,
    list: MonthlyList,
}

impl<'a> MonthIndex<'a> {
    pub fn of(salon: &'a Salon, list: MonthlyList) -> Self {
        Self { salon, list }
    }

    /// Adds the month to the list's months in this transaction, when it is a new one. One small read; a write once a month.
    pub async fn note(&self, transaction: &mut Transaction<'_>, month: Month) -> Result<(), TableError> {
        let known = self.known().await?;
        if !known.contains(&month) {
            self.add(transaction, month);
        }
        Ok(())
    }

    /// For callers that have read the months together with other things.
    pub fn add(&self, transaction: &mut Transaction<'_>, month: Month) {
        let update = Update::new().include("months", month.to_string());
        transaction.update(KnownMonths::KIND, keys::months(self.list), update, Condition::Any);
    }

    /// Adds months on their own, for lists that are loaded rather than lived.
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

    /// Everything in the list, newest month first. Its cost grows with the list: for unfiltered lists only.
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
