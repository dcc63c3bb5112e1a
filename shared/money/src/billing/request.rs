//! Requests about invoices, dues and takings.

use crate::invoices::PaymentRequest;
use crate::reports::Range;
use parlour_storage::paging::{Cursor, PageNumber, PageSize};
use parlour_values::id::{BranchId, LineId, PaymentId, UserId};
use parlour_values::input::{Int, List, MAX_NUMBER, Problems, Read, Trimmed, body};
use parlour_values::message_channel::MessageChannel;
use parlour_values::payment::{InvoiceType, PaymentMethod, PaymentStatus};
use parlour_values::time::IstDate;

body! {
    /// By `page` with the totals of all that is asked for, or by `cursor`: that reads only its page, and has no totals.
    pub struct InvoiceListRequest, checked {
        from: Option<IstDate>,
        to: Option<IstDate>,
        branch_id: Option<BranchId>,
        invoice_type: Option<InvoiceType>,
        payment_method: Option<PaymentMethod>,
        payment_status: Option<PaymentStatus>,
        customer_id: Option<UserId>,
        q: Option<Trimmed<0, 120>>,
        page: PageNumber,
        page_size: PageSize,
        cursor: Option<Cursor>,
    }
}

impl InvoiceListRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        Range::check(read.from.given().copied(), read.to.given().copied(), problems);
    }
}

body! {
    pub struct VoidRequest {
        reason: Trimmed<1, 500>,
    }
}

body! {
    pub struct SendInvoiceRequest {
        channel: Option<MessageChannel>,
    }
}

body! {
    pub struct PayRequest {
        payments: List<PaymentRequest, 1, 10>,
    }
}

body! {
    pub struct DuesRequest {
        branch_id: Option<BranchId>,
        page: PageNumber,
        page_size: PageSize,
    }
}

body! {
    /// Money that goes back of one payment; by the payment's own method where none is named.
    pub struct RefundRequest {
        payment_id: PaymentId,
        amount_paise: Int<1, MAX_NUMBER>,
        method: Option<PaymentMethod>,
    }
}

body! {
    /// The part of an invoice's line that is credited.
    pub struct CreditLineRequest {
        line_id: LineId,
        amount_paise: Int<1, MAX_NUMBER>,
    }
}

body! {
    /// Pieces of a product's line that go back on the shelf.
    pub struct RestockRequest {
        line_id: LineId,
        quantity: Int<1, 99>,
    }
}

body! {
    pub struct CreditNoteRequest, checked {
        amount_paise: Int<1, MAX_NUMBER>,
        reason: Trimmed<1, 500>,
        refund_method: Option<PaymentMethod>,
        refunds: Option<List<RefundRequest, 0, 40>>,
        lines: Option<List<CreditLineRequest, 1, 40>>,
        restock: Option<List<RestockRequest, 1, 40>>,
    }
}

impl CreditNoteRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        if read.refund_method.is_left_out() && read.refunds.is_left_out() {
            problems.add("refundMethod", "is required where there are no refunds");
        }
        if read.refund_method.is_given() && read.refunds.is_given() {
            problems.add("refunds", "must be left out where there is a refundMethod");
        }
    }
}

body! {
    pub struct DayTakingsRequest {
        date: Option<IstDate>,
        branch_id: Option<BranchId>,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use parlour_values::input::Field as _;

    fn problems_of(more: &Value) -> Problems {
        let mut body = json!({ "amountPaise": 100, "reason": "late" });
        for (name, value) in more.as_object().unwrap() {
            body[name] = value.clone();
        }
        let mut problems = Problems::default();
        CreditNoteRequest::from_json(&body, "", &mut problems);
        problems
    }

    #[test]
    fn money_goes_back_by_one_method_or_of_named_payments() {
        let refunds = json!([{ "paymentId": "1", "amountPaise": 100 }]);
        for fine in [json!({ "refundMethod": "cash" }), json!({ "refunds": refunds }), json!({ "refunds": [] })] {
            assert!(problems_of(&fine).is_empty(), "{fine}");
        }
        assert!(problems_of(&json!({})).has("refundMethod"));
        assert!(problems_of(&json!({ "refundMethod": "cash", "refunds": refunds })).has("refunds"));
        let bad = problems_of(&json!({ "refunds": [{ "paymentId": "1", "amountPaise": 0 }] }));
        assert!(bad.has("refunds.0.amountPaise") && !bad.has("refundMethod"));
    }
}
