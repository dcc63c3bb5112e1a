//! Invoices with their credit notes, as billing reads them.

use crate::invoices::{CreditNote, Invoice};
use parlour_storage::outbox::{OutboxMessage, Task};
use parlour_storage::salon::Salon;
use parlour_storage::table::{Partition, Stored, TableError, keys};
use parlour_values::id::InvoiceId;
use parlour_values::time::Instant;

/// Has the paper of an invoice made again, whose due has changed: it says how much that is, and how it can be paid.
pub(super) fn printed_again(id: &InvoiceId, now: Instant) -> OutboxMessage {
    OutboxMessage::new(Task::InvoicePaper { invoice_id: id.clone() }, now)
}

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
