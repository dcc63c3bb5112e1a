//! Invoices and credit notes: they stay with what tax law wants of a buyer, and are printed again without the rest.

use std::convert::Infallible;

use super::{EraseError, Erasures};
use parlour_money::invoices::{CreditNote, Invoice};
use parlour_people::customers::Profile;
use parlour_setup::branding::BrandingStore;
use parlour_storage::failure::{Failure, Setback};
use parlour_storage::table::{AtomicWrite, Partition, keys};
use parlour_values::id::{InvoiceId, UserId};
use parlour_values::language::Language;

/// Invoices that are looked at in one call.
const TOGETHER: usize = 50;

impl Erasures<'_> {
    pub(super) async fn erase_papers(&self, id: &UserId) -> Result<(), EraseError> {
        let profile = self.0.table.get::<Profile>(&keys::profile(id)).await?;
        let language = profile.map(|profile| profile.preferred_language).unwrap_or_default();
        let invoices = Partition::g2(keys::invoices_of_customer(id)).at_most(TOGETHER);
        let mut pages = self.0.table.pages::<Invoice>(invoices);
        while let Some(page) = pages.next().await? {
            for invoice in page.iter().filter(|invoice| invoice.customer_phone.is_some()) {
                self.print_without(invoice, language).await?;
                let written = self.0.retry_on_conflict(|| self.write_invoice(&invoice.id)).await;
                written.map_err(Setback::from)?;
            }
        }
        Ok(())
    }

    /// Prints what was printed once more, under the same name, before the row forgets that there is something to do.
    async fn print_without(&self, invoice: &Invoice, language: Language) -> Result<(), EraseError> {
        if invoice.pdf_key.is_none() {
            return Ok(());
        }
        let (invoicing, invoice) = (&self.0.outbound.invoicing, invoice.erased());
        let brand = BrandingStore::of(self.0).brand(Some(&invoice.branch_id)).await?;
        invoicing.render(&invoice.document_in(language).headed(brand.letterhead())).await?;
        let notes = Partition::of(keys::invoice_partition(&invoice.id)).starting(keys::CREDIT_PREFIX);
        for note in self.0.table.query::<CreditNote>(notes).await? {
            invoicing.render(&note.document_in(language, &invoice).headed(brand.letterhead())).await?;
        }
        Ok(())
    }

    async fn write_invoice(&self, id: &InvoiceId) -> Result<(), Failure<Infallible>> {
        let Some(read) = self.0.table.get::<Invoice>(&keys::invoice(id)).await? else { return Ok(()) };
        let mut write = AtomicWrite::new(&self.0.random);
        write.changes.replace(&read, &read.erased());
        Ok(write.commit(&self.0.table).await.map_err(Setback::from)?)
    }
}
