//! The row of an invoice.

use serde::{Deserialize, Serialize};

use super::invoice::{Credited, Invoice, InvoiceGems, InvoiceLine, PreviousVisit, line_id};
use super::payment::{Payment, Tip};
use crate::gems::lots::LotPart;
use parlour_senders::document::Seller;
use parlour_storage::table::is_default;
use parlour_values::contact::Phone;
use parlour_values::document_number::DocumentNumber;
use parlour_values::gems::Gems;
use parlour_values::gst::GstRate;
use parlour_values::id::{
    BookingId, BranchId, DrawerId, GemTransactionId, InvoiceId, MembershipId, OfferId, PaymentId, ProductId, ServiceId,
    StaffId, TierId, UserId,
};
use parlour_values::money::Paise;
use parlour_values::payment::{InvoiceType, PaymentMethod, PaymentStatus};
use parlour_values::time::{Instant, Minutes};

/// An invoice is written four times: the item, its copy and two index entries. With one line it fits in 2 KB.
#[derive(Serialize, Deserialize)]
pub(super) struct InvoiceTableRow {
    id: InvoiceId,
    number: DocumentNumber,
    branch_id: BranchId,
    seller: SellerRow,
    #[serde(default, skip_serializing_if = "is_default")]
    booking_id: Option<BookingId>,
    #[serde(default, skip_serializing_if = "is_default")]
    booking_number: Option<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    membership_id: Option<MembershipId>,
    #[serde(default, skip_serializing_if = "is_default")]
    customer_id: Option<UserId>,
    customer_name: String,
    #[serde(default, skip_serializing_if = "is_default")]
    customer_phone: Option<Phone>,
    #[serde(default, skip_serializing_if = "is_default")]
    customer_gstin: Option<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    customer_legal_name: Option<String>,
    invoice_type: InvoiceType,
    #[serde(default, skip_serializing_if = "is_default")]
    payment_method: Option<PaymentMethod>,
    payment_status: PaymentStatus,
    /// The person who took the one payment of an invoice that was paid at once, by one method.
    #[serde(default, skip_serializing_if = "is_default")]
    taken_by: Option<String>,
    /// Left out where it is that one payment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) payments: Option<Vec<PaymentRow>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tips: Vec<TipRow>,
    #[serde(default, skip_serializing_if = "is_default")]
    due: Paise,
    lines: Vec<InvoiceLineRow>,
    subtotal: Paise,
    #[serde(default, skip_serializing_if = "is_default")]
    discount: Paise,
    taxable: Paise,
    #[serde(default, skip_serializing_if = "is_default")]
    cgst: Paise,
    #[serde(default, skip_serializing_if = "is_default")]
    sgst: Paise,
    #[serde(default, skip_serializing_if = "is_default")]
    round_off: Paise,
    total: Paise,
    #[serde(default, skip_serializing_if = "is_default")]
    offer_id: Option<OfferId>,
    #[serde(default, skip_serializing_if = "is_default")]
    gems: InvoiceGemsRow,
    #[serde(default, skip_serializing_if = "is_default")]
    refunded: Paise,
    #[serde(default, skip_serializing_if = "is_default")]
    tip_fell: Paise,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    previous_visit: Option<PreviousVisitRow>,
    #[serde(default, skip_serializing_if = "is_default")]
    pdf_key: Option<String>,
    /// When it was issued: older rows have no other name for it.
    paid_at: Instant,
    #[serde(default, skip_serializing_if = "is_default")]
    voided_at: Option<Instant>,
    #[serde(default, skip_serializing_if = "is_default")]
    void_reason: Option<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    void_drawer_id: Option<DrawerId>,
    created_at: Instant,
    updated_at: Instant,
}

#[derive(Serialize, Deserialize)]
pub(super) struct PaymentRow {
    id: PaymentId,
    method: PaymentMethod,
    amount: Paise,
    #[serde(default, skip_serializing_if = "is_default")]
    tendered: Option<Paise>,
    #[serde(default, skip_serializing_if = "is_default")]
    reference: Option<String>,
    at: Instant,
    #[serde(default, skip_serializing_if = "is_default")]
    by: Option<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    drawer_id: Option<DrawerId>,
    #[serde(default, skip_serializing_if = "is_default")]
    refunded: Paise,
}

#[derive(Serialize, Deserialize)]
struct TipRow {
    staff_id: StaffId,
    staff_name: String,
    amount: Paise,
}

#[derive(Default, PartialEq, Serialize, Deserialize)]
struct InvoiceGemsRow {
    #[serde(default, skip_serializing_if = "is_default")]
    earned: Gems,
    #[serde(default, skip_serializing_if = "is_default")]
    lot: Option<GemTransactionId>,
    #[serde(default, skip_serializing_if = "is_default")]
    taken_back: Gems,
    #[serde(default, skip_serializing_if = "is_default")]
    spent: Gems,
    #[serde(default, skip_serializing_if = "is_default")]
    taken: Vec<LotPart>,
}

#[derive(Serialize, Deserialize)]
struct PreviousVisitRow {
    #[serde(default, skip_serializing_if = "is_default")]
    first_visit_at: Option<Instant>,
    #[serde(default, skip_serializing_if = "is_default")]
    last_visit_at: Option<Instant>,
}

#[derive(Serialize, Deserialize)]
struct InvoiceLineRow {
    #[serde(default, skip_serializing_if = "is_default")]
    service_id: Option<ServiceId>,
    #[serde(default, skip_serializing_if = "is_default")]
    product_id: Option<ProductId>,
    #[serde(default, skip_serializing_if = "is_default")]
    tier_id: Option<TierId>,
    #[serde(default, skip_serializing_if = "is_default")]
    staff_id: Option<StaffId>,
    #[serde(default, skip_serializing_if = "is_default")]
    staff_name: Option<String>,
    description: String,
    #[serde(default, skip_serializing_if = "is_default")]
    duration: Minutes,
    sac: String,
    rate: GstRate,
    quantity: u32,
    /// The list price, if it is not the price.
    #[serde(default, skip_serializing_if = "is_default")]
    list: Option<Paise>,
    price: Paise,
    #[serde(default, skip_serializing_if = "is_default")]
    discount: Paise,
    taxable: Paise,
    #[serde(default, skip_serializing_if = "is_default")]
    cgst: Paise,
    #[serde(default, skip_serializing_if = "is_default")]
    sgst: Paise,
    #[serde(default, skip_serializing_if = "is_default")]
    redeemed: Option<Gems>,
    #[serde(default, skip_serializing_if = "is_default")]
    covered: Option<Minutes>,
    #[serde(default, skip_serializing_if = "is_default")]
    credited: CreditedRow,
    #[serde(default, skip_serializing_if = "is_default")]
    restocked: u32,
}

#[derive(Default, PartialEq, Serialize, Deserialize)]
pub(super) struct CreditedRow {
    #[serde(default, skip_serializing_if = "is_default")]
    taxable: Paise,
    #[serde(default, skip_serializing_if = "is_default")]
    cgst: Paise,
    #[serde(default, skip_serializing_if = "is_default")]
    sgst: Paise,
}

#[derive(Serialize, Deserialize)]
struct SellerRow {
    name: String,
    address: String,
    state_code: String,
    #[serde(default, skip_serializing_if = "is_default")]
    gstin: Option<String>,
}

/// Whether it is what an invoice says that was paid at once, by one method: all that was given back is of it.
fn is_plain(payment: &Payment, invoice: &Invoice) -> bool {
    let method = invoice.payment_method.unwrap_or(payment.method);
    let plain = Payment::plain(method, invoice.total, invoice.issued_at, payment.by.clone());
    *payment == Payment { refunded: invoice.refunded, ..plain }
}

impl From<Invoice> for InvoiceTableRow {
    fn from(invoice: Invoice) -> Self {
        let plain = match invoice.payments.as_slice() {
            [] if invoice.total == Paise::ZERO => Some(None),
            [only] if is_plain(only, &invoice) => Some(only.by.clone()),
            _ => None,
        };
        let (taken_by, payments) = match plain {
            Some(taken_by) => (taken_by, None),
            None => (None, Some(invoice.payments.into_iter().map(Into::into).collect())),
        };
        Self {
            id: invoice.id,
            number: invoice.number,
            branch_id: invoice.branch_id,
            seller: invoice.seller.into(),
            booking_id: invoice.booking_id,
            booking_number: invoice.booking_number,
            membership_id: invoice.membership_id,
            customer_id: invoice.customer_id,
            customer_name: invoice.customer_name,
            customer_phone: invoice.customer_phone,
            customer_gstin: invoice.customer_gstin,
            customer_legal_name: invoice.customer_legal_name,
            invoice_type: invoice.invoice_type,
            payment_method: invoice.payment_method,
            payment_status: invoice.payment_status,
            taken_by,
            payments,
            tips: invoice.tips.into_iter().map(Into::into).collect(),
            due: invoice.due,
            lines: invoice.lines.into_iter().map(Into::into).collect(),
            subtotal: invoice.subtotal,
            discount: invoice.discount,
            taxable: invoice.taxable,
            cgst: invoice.cgst,
            sgst: invoice.sgst,
            round_off: invoice.round_off,
            total: invoice.total,
            offer_id: invoice.offer_id,
            gems: invoice.gems.into(),
            refunded: invoice.refunded,
            tip_fell: invoice.tip_fell,
            previous_visit: invoice.previous_visit.map(Into::into),
            pdf_key: invoice.pdf_key,
            paid_at: invoice.issued_at,
            voided_at: invoice.voided_at,
            void_reason: invoice.void_reason,
            void_drawer_id: invoice.void_drawer_id,
            created_at: invoice.created_at,
            updated_at: invoice.updated_at,
        }
    }
}

impl From<InvoiceTableRow> for Invoice {
    fn from(row: InvoiceTableRow) -> Self {
        let plain = |by| {
            let method = row.payment_method.filter(|_| row.total > Paise::ZERO);
            let plain = |method| Payment::plain(method, row.total, row.paid_at, by);
            method.map(|method| Payment { refunded: row.refunded, ..plain(method) }).into_iter().collect()
        };
        let payments = match row.payments {
            Some(payments) => payments.into_iter().map(Into::into).collect(),
            None => plain(row.taken_by),
        };
        Self {
            id: row.id,
            number: row.number,
            branch_id: row.branch_id,
            seller: row.seller.into(),
            booking_id: row.booking_id,
            booking_number: row.booking_number,
            membership_id: row.membership_id,
            customer_id: row.customer_id,
            customer_name: row.customer_name,
            customer_phone: row.customer_phone,
            customer_gstin: row.customer_gstin,
            customer_legal_name: row.customer_legal_name,
            invoice_type: row.invoice_type,
            payment_method: row.payment_method,
            payment_status: row.payment_status,
            payments,
            tips: row.tips.into_iter().map(Into::into).collect(),
            due: row.due,
            lines: row.lines.into_iter().enumerate().map(|(at, line)| line.at(at)).collect(),
            subtotal: row.subtotal,
            discount: row.discount,
            taxable: row.taxable,
            cgst: row.cgst,
            sgst: row.sgst,
            round_off: row.round_off,
            total: row.total,
            offer_id: row.offer_id,
            gems: row.gems.into(),
            refunded: row.refunded,
            tip_fell: row.tip_fell,
            previous_visit: row.previous_visit.map(Into::into),
            pdf_key: row.pdf_key,
            issued_at: row.paid_at,
            voided_at: row.voided_at,
            void_reason: row.void_reason,
            void_drawer_id: row.void_drawer_id,
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }
}

impl From<Payment> for PaymentRow {
    fn from(payment: Payment) -> Self {
        Self {
            id: payment.id,
            method: payment.method,
            amount: payment.amount,
            tendered: payment.tendered,
            reference: payment.reference,
            at: payment.at,
            by: payment.by,
            drawer_id: payment.drawer_id,
            refunded: payment.refunded,
        }
    }
}

impl From<PaymentRow> for Payment {
    fn from(row: PaymentRow) -> Self {
        Self {
            id: row.id,
            method: row.method,
            amount: row.amount,
            tendered: row.tendered,
            reference: row.reference,
            at: row.at,
            by: row.by,
            drawer_id: row.drawer_id,
            refunded: row.refunded,
        }
    }
}

impl From<Tip> for TipRow {
    fn from(tip: Tip) -> Self {
        Self { staff_id: tip.staff_id, staff_name: tip.staff_name, amount: tip.amount }
    }
}

impl From<TipRow> for Tip {
    fn from(row: TipRow) -> Self {
        Self { staff_id: row.staff_id, staff_name: row.staff_name, amount: row.amount }
    }
}

impl From<InvoiceGems> for InvoiceGemsRow {
    fn from(gems: InvoiceGems) -> Self {
        Self { earned: gems.earned, lot: gems.lot, taken_back: gems.taken_back, spent: gems.spent, taken: gems.taken }
    }
}

impl From<InvoiceGemsRow> for InvoiceGems {
    fn from(row: InvoiceGemsRow) -> Self {
        Self { earned: row.earned, lot: row.lot, taken_back: row.taken_back, spent: row.spent, taken: row.taken }
    }
}

impl From<PreviousVisit> for PreviousVisitRow {
    fn from(visit: PreviousVisit) -> Self {
        Self { first_visit_at: visit.first_visit_at, last_visit_at: visit.last_visit_at }
    }
}

impl From<PreviousVisitRow> for PreviousVisit {
    fn from(row: PreviousVisitRow) -> Self {
        Self { first_visit_at: row.first_visit_at, last_visit_at: row.last_visit_at }
    }
}

impl From<InvoiceLine> for InvoiceLineRow {
    fn from(line: InvoiceLine) -> Self {
        Self {
            service_id: line.service_id,
            product_id: line.product_id,
            tier_id: line.tier_id,
            staff_id: line.staff_id,
            staff_name: line.staff_name,
            description: line.description,
            duration: line.duration,
            sac: line.sac,
            rate: line.rate,
            quantity: line.quantity,
            list: (line.list != line.price).then_some(line.list),
            price: line.price,
            discount: line.discount,
            taxable: line.taxable,
            cgst: line.cgst,
            sgst: line.sgst,
            redeemed: line.redeemed,
            covered: line.covered,
            credited: line.credited.into(),
            restocked: line.restocked,
        }
    }
}

impl InvoiceLineRow {
    /// The line at this place of its invoice.
    fn at(self, at: usize) -> InvoiceLine {
        let row = self;
        InvoiceLine {
            id: line_id(at),
            service_id: row.service_id,
            product_id: row.product_id,
            tier_id: row.tier_id,
            staff_id: row.staff_id,
            staff_name: row.staff_name,
            description: row.description,
            duration: row.duration,
            sac: row.sac,
            rate: row.rate,
            quantity: row.quantity,
            list: row.list.unwrap_or(row.price),
            price: row.price,
            discount: row.discount,
            taxable: row.taxable,
            cgst: row.cgst,
            sgst: row.sgst,
            redeemed: row.redeemed,
            covered: row.covered,
            credited: row.credited.into(),
            restocked: row.restocked,
        }
    }
}

impl From<Credited> for CreditedRow {
    fn from(credited: Credited) -> Self {
        Self { taxable: credited.taxable, cgst: credited.cgst, sgst: credited.sgst }
    }
}

impl From<CreditedRow> for Credited {
    fn from(row: CreditedRow) -> Self {
        Self { taxable: row.taxable, cgst: row.cgst, sgst: row.sgst }
    }
}

impl From<Seller> for SellerRow {
    fn from(seller: Seller) -> Self {
        Self { name: seller.name, address: seller.address, state_code: seller.state_code, gstin: seller.gstin }
    }
}

impl From<SellerRow> for Seller {
    fn from(row: SellerRow) -> Self {
        Self { name: row.name, address: row.address, state_code: row.state_code, gstin: row.gstin }
    }
}
