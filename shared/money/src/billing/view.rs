//! The books as the desk sees them.

use serde::Serialize;
use utoipa::ToSchema;

use crate::by_method::ByPaymentMethod;
use crate::invoices::{Invoice, InvoiceRow};
use crate::summaries::DaySummary;
use parlour_storage::paging::Cursor;
use parlour_values::document_number::DocumentNumber;
use parlour_values::id::{BranchId, InvoiceId, UserId};
use parlour_values::money::Paise;
use parlour_values::payment::PaymentMethod;
use parlour_values::time::{Instant, IstDate};

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvoiceList {
    pub invoices: Vec<InvoiceRow>,
    /// `null` behind a cursor.
    pub totals: Option<InvoiceTotals>,
    /// The cursor of the next page; `null` at the end.
    #[schema(value_type = Option<String>)]
    pub next_cursor: Option<Cursor>,
}

/// Of all that was asked for, on every numbered page. Void invoices count, but come to nothing.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvoiceTotals {
    pub count: u64,
    pub total_paise: Paise,
    pub gst_paise: Paise,
    /// The sum of their credit notes, whenever those were written.
    pub refunded_paise: Paise,
    /// The total less its refunds.
    pub net_paise: Paise,
    pub by_payment_method: ByPaymentMethod,
}

impl InvoiceTotals {
    pub(super) fn add(&mut self, invoice: &Invoice) {
        self.count = self.count.saturating_add(1);
        if invoice.is_void() {
            return;
        }
        self.total_paise = self.total_paise.plus(invoice.total);
        self.gst_paise = self.gst_paise.plus(invoice.gst());
        self.refunded_paise = self.refunded_paise.plus(invoice.refunded);
        self.net_paise = self.total_paise.minus(self.refunded_paise);
        for (method, amount) in invoice.paid_by_method() {
            self.by_payment_method.add(method, amount);
        }
    }
}

/// The takings of a branch on a day, net of what it gave back.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DayTakings {
    pub date: IstDate,
    pub branch_id: BranchId,
    pub count: u64,
    pub void_count: u64,
    pub total_paise: Paise,
    pub gst_paise: Paise,
    pub refunded_paise: Paise,
    /// The day's sales by how they were paid that day.
    pub by_payment_method: ByPaymentMethod,
    /// All money of that day, tips and dues that were paid included, less what went back.
    pub received_by_method: ByPaymentMethod,
    /// The tips in it.
    pub tips_by_method: ByPaymentMethod,
    /// The cash in it that is in no drawer.
    pub outside_drawer_paise: Paise,
}

impl From<&DaySummary> for DayTakings {
    fn from(day: &DaySummary) -> Self {
        let mut by_payment_method = ByPaymentMethod::default();
        for group in &day.by_payment_method {
            if let Ok(method) = group.key.parse::<PaymentMethod>() {
                by_payment_method.add(method, group.tally.total_paise);
            }
        }
        let money = day.detail.as_ref().and_then(|detail| detail.money).unwrap_or_default();
        Self {
            date: day.date,
            branch_id: day.branch_id.clone(),
            count: day.sales.count,
            void_count: day.documents.void,
            total_paise: day.sales.total_paise,
            gst_paise: day.sales.gst(),
            refunded_paise: day.sales.refunded_paise,
            by_payment_method,
            received_by_method: money.received,
            tips_by_method: money.tips,
            outside_drawer_paise: money.outside_drawer,
        }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Dues {
    pub dues: Vec<DueView>,
    /// Everything that is due, on this page or another.
    pub total_paise: Paise,
}

/// An invoice with something left to pay.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DueView {
    pub invoice_id: InvoiceId,
    pub invoice_number: DocumentNumber,
    pub customer_id: Option<UserId>,
    pub customer_name: String,
    pub due_paise: Paise,
    /// When the invoice was issued.
    pub since: Instant,
}

impl From<&Invoice> for DueView {
    fn from(invoice: &Invoice) -> Self {
        Self {
            invoice_id: invoice.id.clone(),
            invoice_number: invoice.number.clone(),
            customer_id: invoice.customer_id.clone(),
            customer_name: invoice.customer_name.clone(),
            due_paise: invoice.due,
            since: invoice.issued_at,
        }
    }
}

/// The invoice is on its way again.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Queued {
    pub queued: bool,
}
