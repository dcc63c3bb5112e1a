//! Invoices are stored as they are read, and without what has its default.

use serde_json::Value;

use super::invoice::{Credited, Invoice, InvoiceGems, InvoiceLine, PreviousVisit};
use super::payment::{Payment, Tip};
use super::row::InvoiceTableRow;
use crate::gems::lots::LotPart;
use parlour_storage::table::{record_of, row_of};
use parlour_values::gems::Gems;
use parlour_values::money::Paise;
use parlour_values::payment::{PaymentMethod, PaymentStatus};
use parlour_values::time::{Instant, Minutes};

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
        tip_fell: Paise(700),
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
            "tip_fell": { "N": "700" },
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
