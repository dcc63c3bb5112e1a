//! The list of invoices, by page with its totals or by cursor.

use std::collections::BTreeMap;

use super::view::{InvoiceList, InvoiceTotals};
use super::{Billing, InvoiceListRequest};
use crate::invoices::{Invoice, InvoiceRow, Invoices};
use crate::reports::Range;
use parlour_storage::act::Act;
use parlour_storage::paging::{Cursor, CursorList, ListError, ListPart, Meta, SizeLimit};
use parlour_storage::table::{Partition, TableError, keys};
use parlour_values::contact::searched;
use parlour_values::id::InvoiceId;
use parlour_values::time::Instant;

impl Billing<'_> {
    /// Newest first. Behind a cursor only the page itself is read, and there are no totals.
    pub async fn list(&self, act: &Act, request: &InvoiceListRequest) -> Result<(InvoiceList, Meta), ListError> {
        let queries = self.queries(request).await?;
        match &request.cursor {
            Some(cursor) => self.behind(act, request, cursor, queries).await,
            None => self.with_totals(act, request, queries).await,
        }
    }

    /// The parts of the list one behind the other, newest first.
    async fn queries(&self, request: &InvoiceListRequest) -> Result<Vec<Partition>, TableError> {
        let range = Range::of(request.from, request.to, self.0.clock.today());
        let queries = match &request.customer_id {
            Some(customer) => {
                let all = Partition::g2(keys::invoices_of_customer(customer));
                vec![all.between(range.from.start().to_string(), range.to.plus_days(1).start().to_string())]
            }
            None => {
                let branches = self.branches(request.branch_id.as_ref()).await?;
                let mut months = Invoices::by_month(&branches, range.from, range.to);
                months.reverse();
                months
            }
        };
        Ok(queries.into_iter().map(Partition::newest_first).collect())
    }

    /// Totals need every invoice that is asked for, but only those of the pages up to this one are held.
    async fn with_totals(
        &self,
        act: &Act,
        request: &InvoiceListRequest,
        queries: Vec<Partition>,
    ) -> Result<(InvoiceList, Meta), ListError> {
        let (page, size) = (request.page.get(), request.page_size.get());
        let before = usize::try_from((page - 1).saturating_mul(size)).unwrap_or(usize::MAX);
        let rows = usize::try_from(size).unwrap_or(usize::MAX);
        let (mut totals, mut newest) = (InvoiceTotals::default(), Newest::new(before.saturating_add(rows)));
        let see = |invoice: Invoice| {
            if request.wants(&invoice) {
                totals.add(&invoice);
                newest.add(&invoice, act);
            }
        };
        self.0.table.visit(queries, see).await?;
        let has_more = totals.count > u64::try_from(newest.rows.len()).unwrap_or(u64::MAX);
        let oldest = newest.rows.first_key_value().filter(|_| has_more);
        let next_cursor = oldest.map(|((at, id), _)| Cursor::behind(CursorList::Invoices, keys::invoice_sort(*at, id)));
        let meta = Meta::counted(page, size, totals.count);
        let invoices = newest.rows.into_values().rev().skip(before).collect();
        Ok((InvoiceList { invoices, totals: Some(totals), next_cursor }, meta))
    }

    async fn behind(
        &self,
        act: &Act,
        request: &InvoiceListRequest,
        cursor: &Cursor,
        queries: Vec<Partition>,
    ) -> Result<(InvoiceList, Meta), ListError> {
        let rows = usize::try_from(request.page_size.get()).unwrap_or(usize::MAX);
        let part = ListPart::page(CursorList::Invoices, rows, Some(cursor))?;
        let size = |invoice: &Invoice| request.wants(invoice).then_some(0);
        let listed = part.read::<Invoice>(&self.0.table, queries, SizeLimit::PLAIN, size).await?;
        let next_cursor = listed.meta.and_then(|meta| meta.next_cursor);
        let total_pages = if next_cursor.is_some() { 2 } else { 1 };
        let invoices = listed.rows.iter().map(|invoice| InvoiceRow::new(invoice, act)).collect();
        Ok((InvoiceList { invoices, totals: None, next_cursor }, Meta { page: 1, total_pages, total_count: None }))
    }
}

/// The newest of those that are shown to it, no more than it may hold.
struct Newest {
    most: usize,
    rows: BTreeMap<(Instant, InvoiceId), InvoiceRow>,
}

impl Newest {
    fn new(most: usize) -> Self {
        Self { most, rows: BTreeMap::new() }
    }

    fn add(&mut self, invoice: &Invoice, act: &Act) {
        let is_full = self.rows.len() >= self.most;
        let oldest = self.rows.first_key_value();
        if is_full && oldest.is_some_and(|((at, id), _)| (invoice.issued_at, &invoice.id) < (*at, id)) {
            return;
        }
        self.rows.insert((invoice.issued_at, invoice.id.clone()), InvoiceRow::new(invoice, act));
        if is_full {
            self.rows.pop_first();
        }
    }
}

impl InvoiceListRequest {
    fn wants(&self, invoice: &Invoice) -> bool {
        let q = searched(self.q.as_deref().unwrap_or_default());
        let texts = [
            Some(invoice.number.as_str().to_owned()),
            Some(invoice.customer_name.clone()),
            invoice.customer_phone.as_ref().map(ToString::to_string),
            invoice.booking_number.clone(),
        ];
        self.branch_id.as_ref().is_none_or(|branch| invoice.branch_id == *branch)
            && self.invoice_type.is_none_or(|wanted| invoice.invoice_type == wanted)
            && self.payment_method.is_none_or(|wanted| invoice.is_paid_by(wanted))
            && self.payment_status.is_none_or(|wanted| invoice.payment_status == wanted)
            && (q.is_empty() || texts.into_iter().flatten().any(|text| text.to_lowercase().contains(&q)))
    }
}
