//! Invoices as callers see them.

use serde::Serialize;
use utoipa::ToSchema;

use super::{CreditNote, Invoice, InvoiceLine, LineKind, Payment, Refund, Restocked, Tip};
use parlour_settings::App;
use parlour_storage::act::Act;
use parlour_values::contact::Phone;
use parlour_values::document_number::DocumentNumber;
use parlour_values::gems::Gems;
use parlour_values::gst::{GstRate, Split};
use parlour_values::id::{
    BookingId, BranchId, CreditNoteId, InvoiceId, LineId, PaymentId, ProductId, ServiceId, StaffId, UserId,
};
use parlour_values::money::Paise;
use parlour_values::payment::{InvoiceType, PaymentMethod, PaymentStatus};
use parlour_values::time::Instant;

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvoiceView {
    pub id: InvoiceId,
    pub invoice_number: DocumentNumber,
    pub branch_id: BranchId,
    pub booking_id: Option<BookingId>,
    /// None of products that were sold to somebody unknown.
    pub customer_id: Option<UserId>,
    pub subtotal_paise: Paise,
    pub discount_paise: Paise,
    pub taxable_value_paise: Paise,
    pub cgst_paise: Paise,
    pub sgst_paise: Paise,
    pub gst_amount_paise: Paise,
    /// The amount that rounding to the rupee added, or took off.
    pub round_off_paise: Paise,
    pub total_amount_paise: Paise,
    pub invoice_type: InvoiceType,
    /// The largest payment's; none while nothing is paid.
    pub payment_method: Option<PaymentMethod>,
    pub payment_status: PaymentStatus,
    pub payments: Vec<PaymentView>,
    pub tip_paise: Paise,
    pub tips: Vec<TipView>,
    pub due_paise: Paise,
    pub gems_earned: Gems,
    pub lines: Vec<InvoiceLineView>,
    /// Our own route, which leads to the document; none while it has not been made.
    pub pdf_url: Option<String>,
    /// None while something is due, and where nothing ever was paid.
    pub paid_at: Option<Instant>,
    pub created_at: Instant,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvoiceLineView {
    pub id: LineId,
    pub kind: LineKind,
    pub service_id: Option<ServiceId>,
    pub product_id: Option<ProductId>,
    pub staff_id: Option<StaffId>,
    pub staff_name: Option<String>,
    pub description: String,
    pub sac: String,
    #[schema(value_type = u32)]
    pub gst_rate_bps: GstRate,
    pub quantity: u32,
    /// Of one piece by the list.
    pub list_paise: Paise,
    /// Of one piece as it was sold.
    pub price_paise: Paise,
    pub discount_paise: Paise,
    pub net_paise: Paise,
    pub taxable_paise: Paise,
    pub gst_paise: Paise,
    /// The amount credit notes have taken off it.
    pub credited_paise: Paise,
    /// The pieces of a product that they have put back on the shelf.
    pub restocked: u32,
}

impl From<&InvoiceLine> for InvoiceLineView {
    fn from(line: &InvoiceLine) -> Self {
        Self {
            id: line.id.clone(),
            kind: line.kind(),
            service_id: line.service_id.clone(),
            product_id: line.product_id.clone(),
            staff_id: line.staff_id.clone(),
            staff_name: line.staff_name.clone(),
            description: line.description.clone(),
            sac: line.sac.clone(),
            gst_rate_bps: line.rate,
            quantity: line.quantity,
            list_paise: line.list,
            price_paise: line.price,
            discount_paise: line.discount,
            net_paise: line.total(),
            taxable_paise: line.taxable,
            gst_paise: line.cgst.plus(line.sgst),
            credited_paise: Split::from(line.credited).total(),
            restocked: line.restocked,
        }
    }
}

/// A payment, as it was taken.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentView {
    pub id: PaymentId,
    pub method: PaymentMethod,
    pub amount_paise: Paise,
    pub tendered_paise: Option<Paise>,
    pub change_paise: Option<Paise>,
    pub reference: Option<String>,
    pub at: Instant,
    pub by: Option<String>,
    pub refunded_paise: Paise,
}

impl From<&Payment> for PaymentView {
    fn from(payment: &Payment) -> Self {
        Self {
            id: payment.id.clone(),
            method: payment.method,
            amount_paise: payment.amount,
            tendered_paise: payment.tendered,
            change_paise: payment.change(),
            reference: payment.reference.clone(),
            at: payment.at,
            by: payment.by.clone(),
            refunded_paise: payment.refunded,
        }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TipView {
    pub staff_id: StaffId,
    pub staff_name: String,
    pub amount_paise: Paise,
}

impl From<&Tip> for TipView {
    fn from(tip: &Tip) -> Self {
        Self { staff_id: tip.staff_id.clone(), staff_name: tip.staff_name.clone(), amount_paise: tip.amount }
    }
}

impl InvoiceView {
    /// As the app shows it: the document is fetched through that app, where the caller found it.
    pub fn new(invoice: &Invoice, app: App, act: &Act) -> Self {
        let route = match (app, &invoice.booking_id) {
            (App::Customer, Some(booking)) => Some(format!("/api/bookings/{booking}/invoice/pdf")),
            (App::Customer, None) => None,
            (App::Admin, _) => Some(format!("/api/billing/invoices/{}/pdf", invoice.id)),
        };
        let made = route.filter(|_| invoice.pdf_key.is_some());
        Self {
            id: invoice.id.clone(),
            invoice_number: invoice.number.clone(),
            branch_id: invoice.branch_id.clone(),
            booking_id: invoice.booking_id.clone(),
            customer_id: invoice.customer_id.clone(),
            subtotal_paise: invoice.subtotal,
            discount_paise: invoice.discount,
            taxable_value_paise: invoice.taxable,
            cgst_paise: invoice.cgst,
            sgst_paise: invoice.sgst,
            gst_amount_paise: invoice.gst(),
            round_off_paise: invoice.round_off,
            total_amount_paise: invoice.total,
            invoice_type: invoice.invoice_type,
            payment_method: invoice.payment_method,
            payment_status: invoice.payment_status,
            payments: invoice.payments.iter().map(PaymentView::from).collect(),
            tip_paise: invoice.tip(),
            tips: invoice.tips.iter().map(TipView::from).collect(),
            due_paise: invoice.due,
            gems_earned: invoice.gems.earned,
            lines: invoice.lines.iter().map(InvoiceLineView::from).collect(),
            pdf_url: made.map(|route| format!("{}{route}", act.site)),
            paid_at: invoice.paid_at(),
            created_at: invoice.created_at,
        }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct InvoiceAnswer {
    pub invoice: InvoiceView,
}

/// An invoice in the desk's list.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvoiceRow {
    #[serde(flatten)]
    pub invoice: InvoiceView,
    pub customer_name: String,
    pub booking_number: Option<String>,
    pub refunded_paise: Paise,
}

impl InvoiceRow {
    pub fn new(invoice: &Invoice, act: &Act) -> Self {
        Self {
            invoice: InvoiceView::new(invoice, App::Admin, act),
            customer_name: invoice.customer_name.clone(),
            booking_number: invoice.booking_number.clone(),
            refunded_paise: invoice.refunded,
        }
    }
}

/// An invoice with all that hangs on it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvoiceDetail {
    #[serde(flatten)]
    pub row: InvoiceRow,
    pub customer: InvoiceCustomer,
    pub credit_notes: Vec<CreditNoteView>,
    pub gems_spent: Gems,
    pub voided_at: Option<Instant>,
    pub void_reason: Option<String>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvoiceCustomer {
    /// None of somebody unknown.
    pub id: Option<UserId>,
    pub name: String,
    pub phone: Option<Phone>,
    pub gstin: Option<String>,
    pub legal_name: Option<String>,
}

impl InvoiceDetail {
    pub fn new(invoice: &Invoice, notes: &[&CreditNote], act: &Act) -> Self {
        Self {
            row: InvoiceRow::new(invoice, act),
            customer: InvoiceCustomer {
                id: invoice.customer_id.clone(),
                name: invoice.customer_name.clone(),
                phone: invoice.customer_phone.clone(),
                gstin: invoice.customer_gstin.clone(),
                legal_name: invoice.customer_legal_name.clone(),
            },
            credit_notes: notes.iter().map(|note| CreditNoteView::new(note, act)).collect(),
            gems_spent: invoice.gems.spent,
            voided_at: invoice.voided_at,
            void_reason: invoice.void_reason.clone(),
        }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct InvoiceDetailAnswer {
    pub invoice: InvoiceDetail,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreditNoteView {
    pub id: CreditNoteId,
    pub credit_note_number: DocumentNumber,
    pub invoice_id: InvoiceId,
    pub invoice_number: DocumentNumber,
    pub amount_paise: Paise,
    pub taxable_value_paise: Paise,
    pub cgst_paise: Paise,
    pub sgst_paise: Paise,
    pub gst_amount_paise: Paise,
    /// The part of the invoice's rounding that goes with it.
    pub round_off_paise: Paise,
    pub reason: String,
    /// The method most went back by; none where the note only lowered what was due.
    pub refund_method: Option<PaymentMethod>,
    /// The amount taken off what was due, before any money went back.
    pub due_fell_paise: Paise,
    pub refunds: Vec<RefundView>,
    pub restocked: Vec<RestockedView>,
    /// Our own route, which leads to the document; none while it has not been made.
    pub pdf_url: Option<String>,
    pub created_at: Instant,
}

/// Money that went back, of one payment.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefundView {
    pub payment_id: PaymentId,
    pub method: PaymentMethod,
    pub amount_paise: Paise,
}

impl From<&Refund> for RefundView {
    fn from(refund: &Refund) -> Self {
        Self { payment_id: refund.payment_id.clone(), method: refund.method, amount_paise: refund.amount }
    }
}

/// Pieces of a product that came back on the shelf.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RestockedView {
    pub line_id: LineId,
    pub product_id: ProductId,
    pub quantity: u32,
}

impl From<&Restocked> for RestockedView {
    fn from(restocked: &Restocked) -> Self {
        Self {
            line_id: restocked.line_id.clone(),
            product_id: restocked.product_id.clone(),
            quantity: restocked.quantity,
        }
    }
}

impl CreditNoteView {
    pub fn new(note: &CreditNote, act: &Act) -> Self {
        let route = || format!("/api/billing/invoices/{}/credit-notes/{}/pdf", note.invoice_id, note.id);
        Self {
            pdf_url: note.pdf_key.as_ref().map(|_| format!("{}{}", act.site, route())),
            id: note.id.clone(),
            credit_note_number: note.number.clone(),
            invoice_id: note.invoice_id.clone(),
            invoice_number: note.invoice_number.clone(),
            amount_paise: note.amount,
            taxable_value_paise: note.taxable,
            cgst_paise: note.cgst,
            sgst_paise: note.sgst,
            gst_amount_paise: note.cgst.plus(note.sgst),
            round_off_paise: note.round_off,
            reason: note.reason.clone(),
            refund_method: note.refund_method(),
            due_fell_paise: note.due_fell,
            refunds: note.refunds.iter().map(RefundView::from).collect(),
            restocked: note.restocked.iter().map(RestockedView::from).collect(),
            created_at: note.created_at,
        }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreditNoteAnswer {
    pub credit_note: CreditNoteView,
    pub invoice: InvoiceRow,
}
