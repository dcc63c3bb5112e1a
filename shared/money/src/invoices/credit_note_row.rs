//! The row of a credit note.

use serde::{Deserialize, Serialize};

use super::credit_note::{CreditLine, CreditNote, Refund, Restocked};
use super::payment::nth;
use super::row::CreditedRow;
use parlour_storage::table::is_default;
use parlour_values::document_number::DocumentNumber;
use parlour_values::gst::GstRate;
use parlour_values::id::{
    BranchId, CreditNoteId, DrawerId, InvoiceId, LineId, PaymentId, ProductId, ServiceId, StaffId, TierId, UserId,
};
use parlour_values::money::Paise;
use parlour_values::payment::{InvoiceType, PaymentMethod};
use parlour_values::time::Instant;

#[derive(Serialize, Deserialize)]
pub(super) struct CreditNoteRow {
    id: CreditNoteId,
    number: DocumentNumber,
    invoice_id: InvoiceId,
    invoice_number: DocumentNumber,
    invoice_type: InvoiceType,
    branch_id: BranchId,
    #[serde(default, skip_serializing_if = "is_default")]
    customer_id: Option<UserId>,
    amount: Paise,
    taxable: Paise,
    #[serde(default, skip_serializing_if = "is_default")]
    cgst: Paise,
    #[serde(default, skip_serializing_if = "is_default")]
    sgst: Paise,
    #[serde(default, skip_serializing_if = "is_default")]
    round_off: Paise,
    lines: Vec<CreditLineRow>,
    reason: String,
    /// Of all the money, where it went back in one piece, of the first payment.
    #[serde(default, skip_serializing_if = "is_default")]
    refund_method: Option<PaymentMethod>,
    /// Left out where it is that one piece.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    refunds: Option<Vec<RefundRow>>,
    #[serde(default, skip_serializing_if = "is_default")]
    due_fell: Paise,
    #[serde(default, skip_serializing_if = "is_default")]
    tip_fell: Paise,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    restocked: Vec<RestockedRow>,
    #[serde(default, skip_serializing_if = "is_default")]
    pdf_key: Option<String>,
    created_by: String,
    created_at: Instant,
}

#[derive(Serialize, Deserialize)]
struct RefundRow {
    payment_id: PaymentId,
    method: PaymentMethod,
    amount: Paise,
    #[serde(default, skip_serializing_if = "is_default")]
    drawer_id: Option<DrawerId>,
}

#[derive(Serialize, Deserialize)]
struct RestockedRow {
    line_id: LineId,
    product_id: ProductId,
    quantity: u32,
}

/// A whole note's money, of the first payment and outside a drawer: what notes say that name only a method.
fn whole(method: PaymentMethod, amount: Paise) -> Refund {
    Refund { payment_id: nth(0), method, amount, drawer_id: None }
}

#[derive(Serialize, Deserialize)]
struct CreditLineRow {
    #[serde(default, skip_serializing_if = "is_default")]
    line_id: Option<LineId>,
    #[serde(default, skip_serializing_if = "is_default")]
    product_id: Option<ProductId>,
    #[serde(default, skip_serializing_if = "is_default")]
    service_id: Option<ServiceId>,
    #[serde(default, skip_serializing_if = "is_default")]
    tier_id: Option<TierId>,
    #[serde(default, skip_serializing_if = "is_default")]
    staff_id: Option<StaffId>,
    #[serde(default, skip_serializing_if = "is_default")]
    staff_name: Option<String>,
    description: String,
    sac: String,
    rate: GstRate,
    credited: CreditedRow,
}

impl From<CreditNote> for CreditNoteRow {
    fn from(note: CreditNote) -> Self {
        let only = match note.refunds.as_slice() {
            [only] if *only == whole(only.method, note.amount) => Some(only.method),
            _ => None,
        };
        let refunds = only.is_none().then(|| note.refunds.into_iter().map(Into::into).collect());
        Self {
            id: note.id,
            number: note.number,
            invoice_id: note.invoice_id,
            invoice_number: note.invoice_number,
            invoice_type: note.invoice_type,
            branch_id: note.branch_id,
            customer_id: note.customer_id,
            amount: note.amount,
            taxable: note.taxable,
            cgst: note.cgst,
            sgst: note.sgst,
            round_off: note.round_off,
            lines: note.lines.into_iter().map(Into::into).collect(),
            reason: note.reason,
            refund_method: only,
            refunds,
            due_fell: note.due_fell,
            tip_fell: note.tip_fell,
            restocked: note.restocked.into_iter().map(Into::into).collect(),
            pdf_key: note.pdf_key,
            created_by: note.created_by,
            created_at: note.created_at,
        }
    }
}

impl From<CreditNoteRow> for CreditNote {
    fn from(row: CreditNoteRow) -> Self {
        let refunds = match row.refunds {
            Some(refunds) => refunds.into_iter().map(Into::into).collect(),
            None => row.refund_method.map(|method| whole(method, row.amount)).into_iter().collect(),
        };
        Self {
            id: row.id,
            number: row.number,
            invoice_id: row.invoice_id,
            invoice_number: row.invoice_number,
            invoice_type: row.invoice_type,
            branch_id: row.branch_id,
            customer_id: row.customer_id,
            amount: row.amount,
            taxable: row.taxable,
            cgst: row.cgst,
            sgst: row.sgst,
            round_off: row.round_off,
            lines: row.lines.into_iter().map(Into::into).collect(),
            reason: row.reason,
            refunds,
            due_fell: row.due_fell,
            tip_fell: row.tip_fell,
            restocked: row.restocked.into_iter().map(Into::into).collect(),
            pdf_key: row.pdf_key,
            created_by: row.created_by,
            created_at: row.created_at,
        }
    }
}

impl From<Refund> for RefundRow {
    fn from(refund: Refund) -> Self {
        Self {
            payment_id: refund.payment_id,
            method: refund.method,
            amount: refund.amount,
            drawer_id: refund.drawer_id,
        }
    }
}

impl From<RefundRow> for Refund {
    fn from(row: RefundRow) -> Self {
        Self { payment_id: row.payment_id, method: row.method, amount: row.amount, drawer_id: row.drawer_id }
    }
}

impl From<Restocked> for RestockedRow {
    fn from(restocked: Restocked) -> Self {
        Self { line_id: restocked.line_id, product_id: restocked.product_id, quantity: restocked.quantity }
    }
}

impl From<RestockedRow> for Restocked {
    fn from(row: RestockedRow) -> Self {
        Self { line_id: row.line_id, product_id: row.product_id, quantity: row.quantity }
    }
}

impl From<CreditLine> for CreditLineRow {
    fn from(line: CreditLine) -> Self {
        Self {
            line_id: line.line_id,
            product_id: line.product_id,
            service_id: line.service_id,
            tier_id: line.tier_id,
            staff_id: line.staff_id,
            staff_name: line.staff_name,
            description: line.description,
            sac: line.sac,
            rate: line.rate,
            credited: line.credited.into(),
        }
    }
}

impl From<CreditLineRow> for CreditLine {
    fn from(row: CreditLineRow) -> Self {
        Self {
            line_id: row.line_id,
            product_id: row.product_id,
            service_id: row.service_id,
            tier_id: row.tier_id,
            staff_id: row.staff_id,
            staff_name: row.staff_name,
            description: row.description,
            sac: row.sac,
            rate: row.rate,
            credited: row.credited.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::super::invoice::Credited;
    use super::*;
    use parlour_storage::table::{record_of, row_of};

    #[test]
    fn every_field_is_stored_under_its_name_unless_it_has_its_default() {
        let line = |staff: Option<&str>, description: &str| CreditLine {
            line_id: staff.map(|_| "1".into()),
            product_id: staff.is_none().then(|| "shampoo".into()),
            service_id: staff.map(|_| "haircut".into()),
            tier_id: staff.is_none().then(|| "gold".into()),
            staff_id: staff.map(Into::into),
            staff_name: staff.map(str::to_owned),
            description: description.to_owned(),
            sac: "999721".to_owned(),
            rate: GstRate::EIGHTEEN,
            credited: Credited { taxable: Paise(50_000), cgst: Paise(4_500), sgst: Paise(4_500) },
        };
        let note = CreditNote {
            id: "c1".into(),
            number: DocumentNumber::stored("MAIN/26-27/C00001"),
            invoice_id: "i1".into(),
            invoice_number: DocumentNumber::stored("MAIN/26-27/00001"),
            invoice_type: InvoiceType::Service,
            branch_id: "main".into(),
            customer_id: Some("asha".into()),
            amount: Paise(118_000),
            taxable: Paise(100_000),
            cgst: Paise(9_000),
            sgst: Paise(9_000),
            round_off: Paise(40),
            lines: vec![line(Some("priya"), "Haircut"), line(None, "Gold")],
            reason: "Not as agreed".to_owned(),
            due_fell: Paise::ZERO,
            tip_fell: Paise::ZERO,
            refunds: vec![whole(PaymentMethod::Upi, Paise(118_000))],
            restocked: Vec::new(),
            pdf_key: None,
            created_by: "desk".to_owned(),
            created_at: "2026-11-16T06:45:00Z".parse().unwrap(),
        };
        let golden: Value = serde_json::from_str(
            r#"{
            "PK": { "S": "INVOICE#i1" },
            "SK": { "S": "CREDIT#c1" },
            "G1PK": { "S": "CREDITS#main#2026-11" },
            "G1SK": { "S": "2026-11-16T06:45:00.000Z#c1" },
            "kind": { "S": "credit_note" },
            "format": { "N": "1" },
            "v": { "N": "1" },
            "amount": { "N": "118000" },
            "branch_id": { "S": "main" },
            "cgst": { "N": "9000" },
            "created_at": { "S": "2026-11-16T06:45:00.000Z" },
            "created_by": { "S": "desk" },
            "customer_id": { "S": "asha" },
            "id": { "S": "c1" },
            "invoice_id": { "S": "i1" },
            "invoice_number": { "S": "MAIN/26-27/00001" },
            "invoice_type": { "S": "service" },
            "lines": { "L": [
                { "M": {
                    "credited": { "M": { "cgst": { "N": "4500" }, "sgst": { "N": "4500" }, "taxable": { "N": "50000" } } },
                    "description": { "S": "Haircut" },
                    "line_id": { "S": "1" },
                    "rate": { "N": "1800" },
                    "sac": { "S": "999721" },
                    "service_id": { "S": "haircut" },
                    "staff_id": { "S": "priya" },
                    "staff_name": { "S": "priya" }
                } },
                { "M": {
                    "credited": { "M": { "cgst": { "N": "4500" }, "sgst": { "N": "4500" }, "taxable": { "N": "50000" } } },
                    "description": { "S": "Gold" },
                    "product_id": { "S": "shampoo" },
                    "rate": { "N": "1800" },
                    "sac": { "S": "999721" },
                    "tier_id": { "S": "gold" }
                } }
            ] },
            "number": { "S": "MAIN/26-27/C00001" },
            "reason": { "S": "Not as agreed" },
            "refund_method": { "S": "upi" },
            "round_off": { "N": "40" },
            "sgst": { "N": "9000" },
            "taxable": { "N": "100000" }
        }"#,
        )
        .unwrap();
        assert_eq!(serde_json::to_value(row_of(&note).unwrap()).unwrap(), golden);
        assert_eq!(record_of::<CreditNote>(serde_json::from_value(golden).unwrap()).unwrap(), note);

        let cash = Refund { drawer_id: Some("d1".into()), ..whole(PaymentMethod::Cash, Paise(100_000)) };
        let back = Restocked { line_id: "2".into(), product_id: "shampoo".into(), quantity: 3 };
        let (due_fell, tip_fell) = (Paise(18_000), Paise(700));
        let split = CreditNote { due_fell, tip_fell, refunds: vec![cash], restocked: vec![back], ..note };
        let row = serde_json::to_value(row_of(&split).unwrap()).unwrap();
        assert_eq!(row["due_fell"], serde_json::json!({ "N": "18000" }));
        assert_eq!(row["tip_fell"], serde_json::json!({ "N": "700" }));
        assert_eq!(
            row["refunds"],
            serde_json::json!({ "L": [{ "M": { "payment_id": { "S": "1" }, "method": { "S": "cash" },
                "amount": { "N": "100000" }, "drawer_id": { "S": "d1" } } }] })
        );
        assert_eq!(
            row["restocked"],
            serde_json::json!({ "L": [{ "M": { "line_id": { "S": "2" }, "product_id": { "S": "shampoo" },
                "quantity": { "N": "3" } } }] })
        );
        assert_eq!((row.get("refund_method"), row.get("pdf_key")), (None, None));
        assert_eq!(record_of::<CreditNote>(serde_json::from_value(row).unwrap()).unwrap(), split);
    }
}
