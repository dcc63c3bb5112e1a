//! How the desk shapes a bill.

use crate::pricing::Perk;
use crate::products::{HsnCode, ProductRate};
use parlour_people::pins::Pin;
use parlour_values::id::{LineId, OfferId, ProductId, ServiceId, StaffId, UserId};
use parlour_values::input::{Clearable, Int, List, Name, Problems, Read, Trimmed, body};

/// One lakh rupees: what a line of a bill may cost.
pub const HIGHEST_AMOUNT: i64 = 10_000_000;
pub const MOST_LINES: usize = 40;
pub const MOST_PRODUCT_LINES: usize = 20;
pub const MOST_TIPS: usize = 8;
pub const MOST_PAYMENTS: usize = 10;

pub type LineAmount = Int<0, HIGHEST_AMOUNT>;
pub type EditReason = Trimmed<1, 200>;

body! {
    /// Something that is in no list.
    pub struct CustomItemRequest {
        name: Name<1, 120>,
        code: HsnCode,
        gst_rate_bps: ProductRate,
    }
}

body! {
    /// A line that is on the bill already, by its id, or a new one.
    pub struct BillLineRequest, checked {
        id: Option<LineId>,
        service_id: Option<ServiceId>,
        product_id: Option<ProductId>,
        custom: Option<CustomItemRequest>,
        quantity: Option<Int<1, 99>>,
        price_paise: Option<LineAmount>,
        discount_paise: Option<LineAmount>,
        staff_id: Clearable<StaffId>,
        reason: Option<EditReason>,
    }
}

impl BillLineRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        let named = [
            !read.id.is_left_out(),
            !read.service_id.is_left_out(),
            !read.product_id.is_left_out(),
            !read.custom.is_left_out(),
        ];
        if named.into_iter().filter(|named| *named).count() != 1 {
            problems.add("id", "exactly one of id, serviceId, productId and custom is required");
        }
        let is_custom = read.custom.is_given();
        if is_custom && read.price_paise.is_left_out() {
            problems.add("pricePaise", "is required for a custom line");
        }
        if read.service_id.is_given() && read.quantity.given().is_some_and(|quantity| quantity.get() != 1) {
            problems.add("quantity", "must be 1 for a service");
        }
    }
}

body! {
    pub struct DiscountRequest, checked {
        percent_bps: Option<Int<0, 10_000>>,
        amount_paise: Option<Int<0, { HIGHEST_AMOUNT * 100 }>>,
        reason: EditReason,
    }
}

impl DiscountRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        let are_valid = !read.percent_bps.is_invalid() && !read.amount_paise.is_invalid();
        if are_valid && read.percent_bps.is_given() == read.amount_paise.is_given() {
            problems.add("percentBps", "exactly one of percentBps and amountPaise is required");
        }
    }
}

body! {
    pub struct TipRequest {
        staff_id: StaffId,
        amount_paise: Int<1, HIGHEST_AMOUNT>,
    }
}

body! {
    /// The whole bill: a line left out is taken off.
    pub struct PutBillRequest, checked {
        version: Int<0, 1_000_000>,
        lines: List<BillLineRequest, 1, MOST_LINES>,
        offer_id: Option<OfferId>,
        gems_redeemed_service_id: Option<ServiceId>,
        redeem_gems: Option<bool>,
        use_membership: Option<bool>,
        discount: Option<DiscountRequest>,
        tips: Option<List<TipRequest, 0, MOST_TIPS>>,
    }
}

impl PutBillRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        let (offer, service) = (read.offer_id.given().cloned(), read.gems_redeemed_service_id.given().cloned());
        if let Err(error) = Perk::wanted(offer, service, read.redeem_gems.given().copied()) {
            problems.add("offerId", error.to_string());
        }
    }

    /// The offer or the gems; [`Self::check`] has refused both.
    pub fn perk(&self) -> Perk {
        Perk::wanted(self.offer_id.clone(), self.gems_redeemed_service_id.clone(), self.redeem_gems).unwrap_or_default()
    }
}

body! {
    /// By the manager's own sign-in, or by their PIN at the desk.
    pub struct ApproveBillRequest, checked {
        version: Int<0, 1_000_000>,
        /// How much the bill that the manager sees takes off.
        effective_bps: Option<Int<0, 10_000>>,
        approver_id: Option<UserId>,
        pin: Option<Pin>,
    }
}

impl ApproveBillRequest {
    /// Whether it is about a bill that takes off something else than this one. A version alone does not tell: they begin
    /// anew when the edits are dropped.
    pub fn is_of_another(&self, effective_bps: u32) -> bool {
        self.effective_bps.is_some_and(|seen| seen.as_u32() != effective_bps)
    }

    fn check(read: &Read<Self>, problems: &mut Problems) {
        let (approver, pin) = (read.approver_id.is_given(), read.pin.is_given());
        if approver && !pin {
            problems.add("pin", "is required with approverId");
        }
        if pin && !approver {
            problems.add("approverId", "is required with pin");
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use parlour_values::input::Field as _;

    fn refused(line: &Value) -> Vec<String> {
        let body = json!({ "version": 0, "lines": [line] });
        let mut problems = Problems::default();
        let _ = PutBillRequest::from_json(&body, "", &mut problems);
        problems.into_details().into_keys().collect()
    }

    #[test]
    fn a_line_names_one_thing() {
        let nothing: [&str; 0] = [];
        assert_eq!(refused(&json!({ "serviceId": "cut" })), nothing);
        assert_eq!(refused(&json!({ "id": "l1", "staffId": null })), nothing);
        assert_eq!(refused(&json!({})), ["lines.0.id"]);
        assert_eq!(refused(&json!({ "id": "l1", "productId": "p1" })), ["lines.0.id"]);
        assert_eq!(refused(&json!({ "serviceId": "cut", "quantity": 2 })), ["lines.0.quantity"]);
        assert_eq!(refused(&json!({ "productId": "p1", "quantity": 100 })), ["lines.0.quantity"]);
        let custom = json!({ "name": "Extra length", "code": "999729", "gstRateBps": 500 });
        assert_eq!(refused(&json!({ "custom": custom })), ["lines.0.pricePaise"]);
        assert_eq!(refused(&json!({ "custom": custom, "pricePaise": 20_000 })), nothing);
    }

    #[test]
    fn a_discount_is_a_percentage_or_an_amount_and_has_a_reason() {
        let refused = |discount: Value| {
            let body = json!({ "version": 0, "lines": [{ "id": "l1" }], "discount": discount });
            let mut problems = Problems::default();
            let _ = PutBillRequest::from_json(&body, "", &mut problems);
            problems.into_details().into_keys().collect::<Vec<_>>()
        };
        assert_eq!(refused(json!({ "percentBps": 500 })), ["discount.reason"]);
        assert_eq!(refused(json!({ "reason": "Friend" })), ["discount.percentBps"]);
        let both = json!({ "percentBps": 500, "amountPaise": 1, "reason": "Friend" });
        assert_eq!(refused(both), ["discount.percentBps"]);
    }
}
