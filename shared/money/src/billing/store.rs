//! Invoices with their credit notes, as billing reads them.

use crate::invoices::{CreditNote, Invoice};
use parlour_storage::salon::Salon;
use parlour_storage::table::{Partition, Stored, TableError, keys};
use parlour_values::id::InvoiceId;

pub struct Billing<'a>(pub(super) &'a Salon);

impl<'a> Billing<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }
}

impl Billing<'_> {
    /// An invoice with its credit notes, oldest first: one partition.
    pub async fn whole(
        &self,
        id: &InvoiceId,
    ) -> Result<Option<(Stored<Invoice>, Vec<Stored<CreditNote>>)>, TableError> {
        let mut items = self.0.table.query_items(Partition::of(keys::invoice_partition(id))).await?;
        let invoice = items.take::<Invoice>(&keys::invoice(id))?;
        let notes = items.starting::<CreditNote>(keys::CREDIT_PREFIX)?;
        Ok(invoice.map(|invoice| (invoice, notes)))
    }
}
