//! Invoices with their credit notes, as billing reads them.

use crate::id::InvoiceId;
use crate::invoices::{CreditNote, Invoice};
use crate::salon::Salon;
use crate::table::{Partition, Stored, TableError, keys};

pub struct Billing<'a>(pub(super) &'a Salon);

impl Salon {
    pub fn billing(&self) -> Billing<'_> {
        Billing(self)
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
