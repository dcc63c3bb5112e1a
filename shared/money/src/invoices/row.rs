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
    /// Who took the one payment of an invoice that was paid at once, by one method.
    #[serde(default, skip_serializing_if = "is_default")]
    taken_by: Option<String>,
    /// Left out where it is that one payment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    payments: Option<Vec<PaymentRow>>,
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
struct PaymentRow {
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
    /// Where it is not the price.
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

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use parlour_storage::table::{record_of, row_of};

    fn is_stored_as(invoice: &Invoice, golden: &str) {
        let golden: Value = serde_json::from_str(golden).unwrap();
        assert_eq!(serde_json::to_value(row_of(invoice).unwrap()).unwrap(), golden);
        assert_eq!(record_of::<Invoice>(serde_json::from_value(golden).unwrap()).unwrap(), *invoice);
    }

    #[test]
    fn an_invoice_is_stored_without_what_has_its_default() {
        is_stored_as(
            &Invoice::sample(),
            r#"{
            "PK": { "S": "INVOICE#i1" },
            "SK": { "S": "INVOICE" },
            "G1PK": { "S": "INVOICES#main#2026-11" },
            "G1SK": { "S": "2026-11-16T03:33:20.000Z#i1" },
            "G2PK": { "S": "INVOICES_OF#asha" },
            "G2SK": { "S": "2026-11-16T03:33:20.000Z#i1" },
            "kind": { "S": "invoice" },
            "format": { "N": "1" },
            "v": { "N": "1" },
            "booking_id": { "S": "b1" },
            "booking_number": { "S": "MAIN-1" },
            "branch_id": { "S": "main" },
            "cgst": { "N": "13500" },
            "created_at": { "S": "2026-11-16T03:33:20.000Z" },
            "customer_id": { "S": "asha" },
            "customer_name": { "S": "Asha" },
            "discount": { "N": "1000" },
            "id": { "S": "i1" },
            "invoice_type": { "S": "service" },
            "lines": { "L": [
                { "M": {
                    "cgst": { "N": "9000" },
                    "description": { "S": "haircut" },
                    "duration": { "N": "30" },
                    "price": { "N": "118000" },
                    "quantity": { "N": "1" },
                    "rate": { "N": "1800" },
                    "sac": { "S": "999721" },
                    "service_id": { "S": "haircut" },
                    "sgst": { "N": "9000" },
                    "staff_id": { "S": "priya" },
                    "staff_name": { "S": "Priya" },
                    "taxable": { "N": "100000" }
                } },
                { "M": {
                    "cgst": { "N": "4500" },
                    "description": { "S": "trim" },
                    "discount": { "N": "1000" },
                    "duration": { "N": "30" },
                    "price": { "N": "60000" },
                    "quantity": { "N": "1" },
                    "rate": { "N": "1800" },
                    "sac": { "S": "999721" },
                    "service_id": { "S": "trim" },
                    "sgst": { "N": "4500" },
                    "staff_id": { "S": "priya" },
                    "staff_name": { "S": "Priya" },
                    "taxable": { "N": "50000" }
                } }
            ] },
            "number": { "S": "MAIN/26-27/00001" },
            "paid_at": { "S": "2026-11-16T03:33:20.000Z" },
            "payment_method": { "S": "upi" },
            "payment_status": { "S": "paid" },
            "seller": { "M": { "address": { "S": "1 High Street" }, "name": { "S": "Main" }, "state_code": { "S": "27" } } },
            "sgst": { "N": "13500" },
            "subtotal": { "N": "178000" },
            "taken_by": { "S": "desk" },
            "taxable": { "N": "150000" },
            "total": { "N": "177000" },
            "updated_at": { "S": "2026-11-16T03:33:20.000Z" }
        }"#,
        );
    }

    #[test]
    fn every_field_is_stored_under_its_name() {
        let at: Instant = "2026-11-16T06:45:00Z".parse().unwrap();
        let sample = Invoice::sample();
        let line = InvoiceLine {
            id: "1".into(),
            tier_id: Some("gold".into()),
            product_id: Some("shampoo".into()),
            redeemed: Some(Gems(50)),
            covered: Some(Minutes(30)),
            list: Paise(65_000),
            credited: Credited { taxable: Paise(100), cgst: Paise(9), sgst: Paise(9) },
            restocked: 1,
            ..sample.lines[1].clone()
        };
        let payment = Payment {
            tendered: Some(Paise(200_000)),
            reference: Some("UTR 1".to_owned()),
            drawer_id: Some("d1".into()),
            refunded: Paise(118),
            ..Payment::plain(PaymentMethod::Cash, Paise(180_000), at, Some("desk".to_owned()))
        };
        let invoice = Invoice {
            membership_id: Some("m1".into()),
            customer_phone: Some("+919876543210".parse().unwrap()),
            customer_gstin: Some("29AAAAA0000A1ZY".to_owned()),
            customer_legal_name: Some("Asha & Co".to_owned()),
            payment_status: PaymentStatus::Void,
            payments: vec![payment],
            tips: vec![Tip { staff_id: "priya".into(), staff_name: "Priya".to_owned(), amount: Paise(5_000) }],
            due: Paise(2_000),
            lines: vec![line],
            offer_id: Some("o1".into()),
            gems: InvoiceGems {
                earned: Gems(17),
                lot: Some("t1".into()),
                taken_back: Gems(1),
                spent: Gems(50),
                taken: vec![LotPart { id: "t0".into(), gems: Gems(50), expires_at: at }],
            },
            round_off: Paise(-40),
            refunded: Paise(118),
            previous_visit: Some(PreviousVisit { first_visit_at: Some(at), last_visit_at: Some(at) }),
            pdf_key: Some("invoices/i1.pdf".to_owned()),
            voided_at: Some(at),
            void_reason: Some("Billed twice".to_owned()),
            void_drawer_id: Some("d1".into()),
            ..sample
        };
        is_stored_as(
            &invoice,
            r#"{
            "PK": { "S": "INVOICE#i1" },
            "SK": { "S": "INVOICE" },
            "G1PK": { "S": "INVOICES#main#2026-11" },
            "G1SK": { "S": "2026-11-16T03:33:20.000Z#i1" },
            "G2PK": { "S": "INVOICES_OF#asha" },
            "G2SK": { "S": "2026-11-16T03:33:20.000Z#i1" },
            "kind": { "S": "invoice" },
            "format": { "N": "1" },
            "v": { "N": "1" },
            "booking_id": { "S": "b1" },
            "booking_number": { "S": "MAIN-1" },
            "branch_id": { "S": "main" },
            "cgst": { "N": "13500" },
            "created_at": { "S": "2026-11-16T03:33:20.000Z" },
            "customer_gstin": { "S": "29AAAAA0000A1ZY" },
            "customer_id": { "S": "asha" },
            "customer_legal_name": { "S": "Asha & Co" },
            "customer_name": { "S": "Asha" },
            "customer_phone": { "S": "+919876543210" },
            "discount": { "N": "1000" },
            "due": { "N": "2000" },
            "gems": { "M": {
                "earned": { "N": "17" },
                "lot": { "S": "t1" },
                "spent": { "N": "50" },
                "taken": { "L": [
                    { "M": { "expires_at": { "S": "2026-11-16T06:45:00.000Z" }, "gems": { "N": "50" }, "id": { "S": "t0" } } }
                ] },
                "taken_back": { "N": "1" }
            } },
            "id": { "S": "i1" },
            "invoice_type": { "S": "service" },
            "lines": { "L": [
                { "M": {
                    "cgst": { "N": "4500" },
                    "covered": { "N": "30" },
                    "credited": { "M": { "cgst": { "N": "9" }, "sgst": { "N": "9" }, "taxable": { "N": "100" } } },
                    "description": { "S": "trim" },
                    "discount": { "N": "1000" },
                    "duration": { "N": "30" },
                    "list": { "N": "65000" },
                    "price": { "N": "60000" },
                    "product_id": { "S": "shampoo" },
                    "quantity": { "N": "1" },
                    "rate": { "N": "1800" },
                    "redeemed": { "N": "50" },
                    "restocked": { "N": "1" },
                    "sac": { "S": "999721" },
                    "service_id": { "S": "trim" },
                    "sgst": { "N": "4500" },
                    "staff_id": { "S": "priya" },
                    "staff_name": { "S": "Priya" },
                    "taxable": { "N": "50000" },
                    "tier_id": { "S": "gold" }
                } }
            ] },
            "membership_id": { "S": "m1" },
            "number": { "S": "MAIN/26-27/00001" },
            "offer_id": { "S": "o1" },
            "paid_at": { "S": "2026-11-16T03:33:20.000Z" },
            "payment_method": { "S": "upi" },
            "payment_status": { "S": "void" },
            "payments": { "L": [
                { "M": {
                    "amount": { "N": "180000" },
                    "at": { "S": "2026-11-16T06:45:00.000Z" },
                    "by": { "S": "desk" },
                    "drawer_id": { "S": "d1" },
                    "id": { "S": "1" },
                    "method": { "S": "cash" },
                    "reference": { "S": "UTR 1" },
                    "refunded": { "N": "118" },
                    "tendered": { "N": "200000" }
                } }
            ] },
            "pdf_key": { "S": "invoices/i1.pdf" },
            "previous_visit": { "M": {
                "first_visit_at": { "S": "2026-11-16T06:45:00.000Z" },
                "last_visit_at": { "S": "2026-11-16T06:45:00.000Z" }
            } },
            "refunded": { "N": "118" },
            "round_off": { "N": "-40" },
            "seller": { "M": { "address": { "S": "1 High Street" }, "name": { "S": "Main" }, "state_code": { "S": "27" } } },
            "sgst": { "N": "13500" },
            "subtotal": { "N": "178000" },
            "taxable": { "N": "150000" },
            "tips": { "L": [
                { "M": { "amount": { "N": "5000" }, "staff_id": { "S": "priya" }, "staff_name": { "S": "Priya" } } }
            ] },
            "total": { "N": "177000" },
            "updated_at": { "S": "2026-11-16T03:33:20.000Z" },
            "void_drawer_id": { "S": "d1" },
            "void_reason": { "S": "Billed twice" },
            "voided_at": { "S": "2026-11-16T06:45:00.000Z" }
        }"#,
        );
    }

    #[test]
    fn what_was_given_back_of_an_invoice_paid_at_once_is_of_its_payment() {
        let sample = Invoice::sample();
        let by = Some("desk".to_owned());
        let plain = Payment::plain(PaymentMethod::Upi, sample.total, sample.issued_at, by);
        let payment = Payment { refunded: Paise(50_000), ..plain };
        let invoice = Invoice { refunded: Paise(50_000), payments: vec![payment], ..sample };
        let row = InvoiceTableRow::from(invoice.clone());
        assert!(row.payments.is_none(), "as rows from before payments had refunds");
        assert_eq!(Invoice::from(row), invoice);
    }
}
