//! Invoices in the table, by intent.

use std::collections::BTreeSet;

use crate::invoices::{CreditNote, Invoice, LatePayment};
use parlour_senders::documents::StoreError;
use parlour_setup::branches::NumberSeries;
use parlour_storage::salon::Salon;
use parlour_storage::table::keys::PartitionKeys;
use parlour_storage::table::{Partition, Stored, TableError, keys};
use parlour_values::id::{BookingId, BranchId, CreditNoteId, InvoiceId, UserId};
use parlour_values::time::{IstDate, Month, months_between};

pub struct Invoices<'a>(pub(super) &'a Salon);

impl<'a> Invoices<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }
}

impl Invoices<'_> {
    pub async fn get(&self, id: &InvoiceId) -> Result<Option<Stored<Invoice>>, TableError> {
        self.0.table.get(&keys::invoice(id)).await
    }

    /// The invoice a customer was given for one of their bookings; nobody else's can be asked for.
    pub async fn of_booking(&self, customer: &UserId, booking: &BookingId) -> Result<Option<Invoice>, TableError> {
        let found = self.0.table.get::<Invoice>(&keys::booking_invoice(customer, booking)).await?;
        Ok(found.map(|invoice| invoice.record))
    }

    pub async fn credit_note(
        &self,
        invoice: &InvoiceId,
        id: &CreditNoteId,
    ) -> Result<Option<Stored<CreditNote>>, TableError> {
        self.0.table.get(&keys::credit_note(invoice, id)).await
    }

    /// The link to the document under this key, for the next five minutes; none while there is no document.
    pub async fn document_link(&self, key: Option<&str>) -> Result<Option<String>, StoreError> {
        match (key, self.0.outbound.documents()) {
            (Some(key), Some(documents)) => documents.link(key).await.map(Some),
            _ => Ok(None),
        }
    }

    /// The invoices a branch was paid on these days, in order; both days in one month.
    pub async fn of_days(
        &self,
        branch: &BranchId,
        first: IstDate,
        last: IstDate,
    ) -> Result<Vec<Stored<Invoice>>, TableError> {
        let month = keys::invoices_of_month(branch, first.calendar_month());
        self.0.table.query(Partition::g1(month).between(first.start().to_string(), end(last))).await
    }

    /// The invoices of these branches from one day to another: a list over the branches for each month, in order.
    pub fn by_month(branches: &[BranchId], from: IstDate, to: IstDate) -> Vec<Partition> {
        let months = months_between(from, to).into_iter().filter_map(|(first, last)| {
            let month = first.calendar_month();
            let branches = PartitionKeys::several(branches.iter().map(|id| keys::invoices_of_month(id, month)))?;
            Some(Partition::g1(branches).between(first.start().to_string(), end(last)))
        });
        months.collect()
    }

    /// The credit notes a branch wrote on these days, in order; both days in one month.
    pub async fn credit_notes_of_days(
        &self,
        branch: &BranchId,
        first: IstDate,
        last: IstDate,
    ) -> Result<Vec<Stored<CreditNote>>, TableError> {
        let month = keys::credits_of_month(branch, first.calendar_month());
        self.0.table.query(Partition::g1(month).between(first.start().to_string(), end(last))).await
    }

    /// Oldest first.
    pub async fn credit_notes_of(&self, invoice: &InvoiceId) -> Result<Vec<CreditNote>, TableError> {
        let notes = Partition::of(keys::invoice_partition(invoice)).starting(keys::CREDIT_PREFIX);
        let notes = self.0.table.query::<CreditNote>(notes).await?;
        Ok(notes.into_iter().map(|note| note.record).collect())
    }

    /// The months in which a branch may have written invoices or records of sessions, newest first: those of the financial
    /// years that it has given out numbers in.
    pub async fn months(&self, branch: &BranchId) -> Result<Vec<Month>, TableError> {
        let series = |prefix: &str| Partition::of(keys::series_partition(branch)).starting(prefix);
        let (invoices, sessions) = tokio::try_join!(
            self.0.table.query::<NumberSeries>(series(keys::INVOICE_SERIES_PREFIX)),
            self.0.table.query::<NumberSeries>(series(keys::SESSION_SERIES_PREFIX)),
        )?;
        let this_month = self.0.clock.today().calendar_month();
        let all = invoices.iter().chain(&sessions).flat_map(|series| series.year.months());
        let months: BTreeSet<Month> = all.filter(|month| *month <= this_month).collect();
        Ok(months.into_iter().rev().collect())
    }

    /// The payments that came on these days for invoices of earlier ones, in order; both days in one month.
    pub async fn late_payments_of_days(
        &self,
        branch: &BranchId,
        first: IstDate,
        last: IstDate,
    ) -> Result<Vec<Stored<LatePayment>>, TableError> {
        let month = keys::late_payments_of_month(branch, first.calendar_month());
        self.0.table.query(Partition::g1(month).between(first.start().to_string(), end(last))).await
    }
}

/// The sort key of the day's last moment: moments are followed by an id.
fn end(day: IstDate) -> String {
    day.plus_days(1).start().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_ends_where_the_next_begins_in_india() {
        assert_eq!(end("2026-11-30".parse().unwrap()), "2026-11-30T18:30:00.000Z");
    }
}
