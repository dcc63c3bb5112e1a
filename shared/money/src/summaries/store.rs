//! Daily summaries in the table: stored for past days, computed from the documents for today.

use std::collections::{BTreeMap, BTreeSet};

use futures::StreamExt as _;

use super::{DayMoney, DaySummary};
use crate::invoices::{CreditNote, Invoice, Invoices, LatePayment};
use parlour_setup::branches::Branches;
use parlour_storage::act::Act;
use parlour_storage::at_once;
use parlour_storage::failure::Setback;
use parlour_storage::salon::Salon;
use parlour_storage::table::{Partition, Stored, TableError, keys};
use parlour_values::id::{BranchId, InvoiceId};
use parlour_values::time::{IstDate, months_between};

pub struct Summaries<'a>(&'a Salon);

impl<'a> Summaries<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }
}

impl Summaries<'_> {
    /// Stores the day's summary of every branch; returns how many were new. Repeating it stores nothing.
    pub async fn keep_day(&self, act: &Act, date: IstDate) -> Result<usize, Setback> {
        let salon = self.0;
        let mut kept = 0_usize;
        for branch in Branches::of(salon).all().await?.iter() {
            if salon.table.get::<DaySummary>(&keys::summary(&branch.id, date)).await?.is_some() {
                continue;
            }
            let summary = DaySummary { computed_at: act.at, ..self.computed_with_money(&branch.id, date).await? };
            let mut transaction = salon.transaction(act);
            transaction.create(&summary);
            match transaction.commit().await {
                Ok(()) => kept = kept.saturating_add(1),
                Err(setback) if setback.has_lost() => {}
                Err(setback) => return Err(setback),
            }
        }
        Ok(kept)
    }

    /// A day with its money; none if it is still to come. A day that was stored without is added up again.
    pub async fn day(&self, branch: &BranchId, date: IstDate) -> Result<Option<DaySummary>, TableError> {
        let today = self.0.clock.today();
        if date > today {
            return Ok(None);
        }
        let stored = self.0.table.get::<DaySummary>(&keys::summary(branch, date)).await?.map(|day| day.record);
        let is_whole = |day: &DaySummary| day.date < today && day.detail.as_ref().is_some_and(|it| it.money.is_some());
        match stored.filter(is_whole) {
            Some(day) => Ok(Some(day)),
            None => self.computed_with_money(branch, date).await.map(Some),
        }
    }

    /// One summary per branch and day from `from` to `to`: stored ones for days that are over, computed ones for the
    /// rest. Days without any document may be left out.
    pub async fn days(&self, branches: &[BranchId], from: IstDate, to: IstDate) -> Result<Vec<DaySummary>, TableError> {
        let mut days: Vec<DaySummary> = Vec::new();
        self.each_day(branches, from, to, |day| days.push(day)).await?;
        days.sort_by(|a, b| (a.date, &a.branch_id).cmp(&(b.date, &b.branch_id)));
        Ok(days)
    }

    /// Shows each of them, in no order: for sums, which need not hold a year of all branches in memory.
    pub async fn each_day(
        &self,
        branches: &[BranchId],
        from: IstDate,
        to: IstDate,
        mut see: impl FnMut(DaySummary),
    ) -> Result<(), TableError> {
        let mut reads = Vec::new();
        for branch in branches {
            for (first, last) in months_between(from, to) {
                reads.push(self.part_of_month(branch, first, last));
            }
        }
        let mut parts = at_once::in_turn(reads);
        while let Some(part) = parts.next().await {
            part?.into_iter().for_each(&mut see);
        }
        Ok(())
    }

    /// Days of one month.
    async fn part_of_month(
        &self,
        branch: &BranchId,
        first: IstDate,
        last: IstDate,
    ) -> Result<Vec<DaySummary>, TableError> {
        let today = self.0.clock.today();
        let partition = Partition::of(keys::summaries_of_month(branch, first.calendar_month()))
            .between(keys::summary(branch, first).sk, keys::summary(branch, last).sk);
        let stored: Vec<Stored<DaySummary>> = self.0.table.query(partition).await?;
        let mut days: Vec<DaySummary> =
            stored.into_iter().map(|day| day.record).filter(|day| day.date < today && day.detail.is_some()).collect();
        let missing: Vec<IstDate> =
            first.through(last).filter(|date| *date <= today && !days.iter().any(|day| day.date == *date)).collect();
        if let (Some(first), Some(last)) = (missing.first(), missing.last()) {
            let computed = self.computed(branch, *first, *last).await?;
            days.extend(computed.into_iter().filter(|day| missing.contains(&day.date)));
        }
        Ok(days)
    }

    /// Computed from the documents; both days must be in the same month. Days without documents are left out.
    async fn computed(&self, branch: &BranchId, first: IstDate, last: IstDate) -> Result<Vec<DaySummary>, TableError> {
        let documents = Invoices::of(self.0);
        let (invoices, notes) = tokio::try_join!(
            documents.of_days(branch, first, last),
            documents.credit_notes_of_days(branch, first, last)
        )?;
        let credited = self.credited(&invoices, &notes).await?;
        Ok(add_up(branch, &invoices, &notes, &credited, self.0.clock.now()))
    }

    /// A day with its money, which needs one more read.
    async fn computed_with_money(&self, branch: &BranchId, date: IstDate) -> Result<DaySummary, TableError> {
        let documents = Invoices::of(self.0);
        let (invoices, notes, late) = tokio::try_join!(
            documents.of_days(branch, date, date),
            documents.credit_notes_of_days(branch, date, date),
            documents.late_payments_of_days(branch, date, date)
        )?;
        let credited = self.credited(&invoices, &notes).await?;
        let now = self.0.clock.now();
        let day = add_up(branch, &invoices, &notes, &credited, now).into_iter().next();
        let mut day = day.unwrap_or_else(|| DaySummary::empty(branch.clone(), date, now));
        day.detail.get_or_insert_default().money = Some(DayMoney::of(
            date,
            invoices.iter().map(|invoice| &invoice.record),
            notes.iter().map(|note| &note.record),
            late.iter().map(|late: &Stored<LatePayment>| &late.record),
        ));
        Ok(day)
    }

    /// The invoices of the notes that are not among those already read.
    async fn credited(
        &self,
        invoices: &[Stored<Invoice>],
        notes: &[Stored<CreditNote>],
    ) -> Result<Vec<Stored<Invoice>>, TableError> {
        let known: BTreeSet<&InvoiceId> = invoices.iter().map(|invoice| &invoice.id).collect();
        let missing: BTreeSet<&InvoiceId> =
            notes.iter().map(|note| &note.invoice_id).filter(|id| !known.contains(id)).collect();
        if missing.is_empty() {
            return Ok(Vec::new());
        }
        let mut found = self.0.table.get_many(missing.iter().map(|id| keys::invoice(id))).await?;
        let mut credited = Vec::with_capacity(missing.len());
        for id in missing {
            credited.extend(found.take::<Invoice>(&keys::invoice(id))?);
        }
        Ok(credited)
    }
}

fn add_up(
    branch: &BranchId,
    invoices: &[Stored<Invoice>],
    notes: &[Stored<CreditNote>],
    credited: &[Stored<Invoice>],
    now: parlour_values::time::Instant,
) -> Vec<DaySummary> {
    let of_notes: BTreeMap<&InvoiceId, &Invoice> =
        invoices.iter().chain(credited).map(|invoice| (&invoice.id, &invoice.record)).collect();
    let mut days: BTreeMap<IstDate, DaySummary> = BTreeMap::new();
    for invoice in invoices {
        let date = invoice.day();
        days.entry(date).or_insert_with(|| DaySummary::empty(branch.clone(), date, now)).add_invoice(invoice);
    }
    for note in notes {
        let date = note.created_at.ist_date();
        let day = days.entry(date).or_insert_with(|| DaySummary::empty(branch.clone(), date, now));
        day.add_credit_note(note, of_notes.get(&note.invoice_id).copied());
    }
    days.into_values().collect()
}
