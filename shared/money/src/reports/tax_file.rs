//! The files that an accountant takes a month by: GSTR-1 for the portal, vouchers for Tally.

use std::collections::BTreeSet;

use super::request::{GstinText, TaxFileFormat};
use super::{Gstr1Request, Reports};
use crate::gstr1::{self, Gstr1};
use crate::invoices::{CreditNote, Invoice, LatePayment};
use crate::tally::{self, Voucher};
use parlour_setup::branches::{Branch, Branches};
use parlour_storage::failure::{Failure, Refused};
use parlour_storage::table::{Found, Partition, Record, Stored, TableError, keys};
use parlour_values::id::{BranchId, InvoiceId};
use parlour_values::time::Month;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TaxFileError {
    #[error("is required, unless all branches have the same")]
    WhichRegistration,
    #[error("no branch has this GSTIN, and no paper of that month")]
    UnknownRegistration,
}

impl Refused for TaxFileError {}

/// A file as it is sent.
pub struct TaxFile {
    pub name: String,
    pub media_type: &'static str,
    pub content: Vec<u8>,
}

impl Reports<'_> {
    /// Of the GSTIN that is asked for, or of the only one there is.
    pub async fn tax_file(&self, request: &Gstr1Request) -> Result<TaxFile, Failure<TaxFileError>> {
        let today = self.0.clock.today();
        let days = request.days(today);
        let month = days.from.calendar_month();
        let branches = Branches::of(self.0).all().await?;
        let gstin = request.gstin.as_ref().map(GstinText::as_str).or_else(|| only_one(&branches));
        let gstin = gstin.ok_or(TaxFileError::WhichRegistration)?;
        let is_ours = branches.iter().any(|branch| branch.gstin.as_deref() == Some(gstin));
        let papers = MonthPapers { reports: self, branches: &branches, month, gstin };
        match request.format.unwrap_or(TaxFileFormat::Json) {
            TaxFileFormat::Json => {
                let mut sums = Gstr1::new(gstin, month);
                let found = papers.gstr1(&mut sums).await?;
                check(is_ours || found)?;
                let file = sums.file();
                let content = gstr1::written(&file)
                    .map_err(|error| TableError::Unreadable { kind: "gstr1", reason: error.to_string() })?;
                Ok(TaxFile { name: file.name(today), media_type: "application/json", content })
            }
            TaxFileFormat::Tally => {
                let mut vouchers = papers.vouchers().await?;
                check(is_ours || !vouchers.is_empty())?;
                vouchers.retain(|voucher| days.contains(voucher.date));
                let part = match request.from.or(request.to) {
                    Some(_) => format!("{:02}-{:02}_", days.from.day(), days.to.day()),
                    None => String::new(),
                };
                let name = format!("tally_{part}{:02}{:04}_{gstin}.xml", month.month, month.year);
                let content = tally::written(&mut vouchers).into_bytes();
                Ok(TaxFile { name, media_type: "application/xml", content })
            }
        }
    }
}

fn check(is_known: bool) -> Result<(), TaxFileError> {
    if is_known { Ok(()) } else { Err(TaxFileError::UnknownRegistration) }
}

/// The GSTIN that all registered branches have.
fn only_one(branches: &[Stored<Branch>]) -> Option<&str> {
    let all: BTreeSet<&str> = branches.iter().filter_map(|branch| branch.gstin.as_deref()).collect();
    let mut all = all.into_iter();
    all.next().filter(|_| all.next().is_none())
}

/// The papers of a month. They belong to the GSTIN that is printed on them, whatever the branch has by now.
struct MonthPapers<'a> {
    reports: &'a Reports<'a>,
    branches: &'a [Stored<Branch>],
    month: Month,
    gstin: &'a str,
}

impl MonthPapers<'_> {
    fn are_of(&self, invoice: &Invoice) -> bool {
        invoice.seller.gstin.as_deref() == Some(self.gstin)
    }

    /// Adds them up without keeping them; whether there is any.
    async fn gstr1(&self, sums: &mut Gstr1) -> Result<bool, TableError> {
        let mut found = false;
        self.each_invoice(|invoice| {
            found = true;
            sums.add_invoice(invoice);
        })
        .await?;
        let notes: Vec<CreditNote> = self.of_branches(keys::credits_of_month).await?;
        let invoices = self.invoices(notes.iter().map(|note| &note.invoice_id)).await?;
        for note in &notes {
            if let Some(invoice) = self.own(&invoices, &note.invoice_id)? {
                found = true;
                sums.add_credit_note(note, &invoice);
            }
        }
        Ok(found)
    }

    async fn vouchers(&self) -> Result<Vec<Voucher>, TableError> {
        let mut vouchers = Vec::new();
        self.each_invoice(|invoice| vouchers.extend(Voucher::of_invoice(invoice))).await?;
        let notes = self.of_branches::<CreditNote>(keys::credits_of_month);
        let late = self.of_branches::<LatePayment>(keys::late_payments_of_month);
        let (notes, late) = tokio::try_join!(notes, late)?;
        let named = notes.iter().map(|note| &note.invoice_id).chain(late.iter().map(|payment| &payment.invoice_id));
        let invoices = self.invoices(named).await?;
        for note in &notes {
            let own = self.own(&invoices, &note.invoice_id)?;
            vouchers.extend(own.map(|invoice| Voucher::of_credit_note(note, &invoice)));
        }
        for payment in &late {
            let own = self.own(&invoices, &payment.invoice_id)?;
            vouchers.extend(own.map(|invoice| Voucher::of_late_payment(payment, &invoice)));
        }
        Ok(vouchers)
    }

    fn partitions(&self, of_month: impl Fn(&BranchId, Month) -> String) -> Vec<Partition> {
        self.branches.iter().map(|branch| Partition::g1(of_month(&branch.id, self.month))).collect()
    }

    async fn each_invoice(&self, mut see: impl FnMut(&Invoice)) -> Result<(), TableError> {
        let own = |invoice: Invoice| {
            if self.are_of(&invoice) {
                see(&invoice);
            }
        };
        self.reports.0.table.visit(self.partitions(keys::invoices_of_month), own).await
    }

    async fn of_branches<R: Record>(
        &self,
        of_month: impl Fn(&BranchId, Month) -> String,
    ) -> Result<Vec<R>, TableError> {
        let mut all = Vec::new();
        self.reports.0.table.visit(self.partitions(of_month), |record| all.push(record)).await?;
        Ok(all)
    }

    /// The invoices that notes and payments are about, whenever they were written.
    async fn invoices(&self, ids: impl Iterator<Item = &InvoiceId>) -> Result<Found, TableError> {
        self.reports.0.table.get_many(ids.map(keys::invoice)).await
    }

    fn own(&self, invoices: &Found, id: &InvoiceId) -> Result<Option<Invoice>, TableError> {
        let invoice = invoices.read::<Invoice>(&keys::invoice(id))?;
        Ok(invoice.map(|invoice| invoice.record).filter(|invoice| self.are_of(invoice)))
    }
}
