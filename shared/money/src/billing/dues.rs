//! Invoices with something left to pay, the oldest first.

use super::view::{DueView, Dues};
use super::{Billing, DuesRequest};
use crate::invoices::Invoice;
use parlour_storage::at_once;
use parlour_storage::paging::{Meta, page_of};
use parlour_storage::table::{Partition, TableError, keys};

impl Billing<'_> {
    /// Of one branch, or of all; the oldest first.
    pub async fn dues(&self, request: &DuesRequest) -> Result<(Dues, Meta), TableError> {
        let branches = self.branches(request.branch_id.as_ref()).await?;
        let reads =
            branches.iter().map(|branch| self.0.table.query::<Invoice>(Partition::g3(keys::invoices_due(branch))));
        let mut found: Vec<_> = at_once::try_all(reads).await?.into_iter().flatten().collect();
        found.sort_by(|a, b| (a.issued_at, &a.id).cmp(&(b.issued_at, &b.id)));
        let total_paise = found.iter().map(|invoice| invoice.due).sum();
        let (page, meta) = page_of(found.iter(), request.page, request.page_size);
        let dues = page.into_iter().map(|invoice| DueView::from(&invoice.record)).collect();
        Ok((Dues { dues, total_paise }, meta))
    }
}
