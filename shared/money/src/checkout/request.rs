//! The desk's request when a visit is over.

use super::bill_request::{MOST_PAYMENTS, MOST_TIPS, TipRequest};
use crate::invoices::{Paying, PaymentRequest};
use crate::pricing::{CheckoutError, Perk};
use parlour_values::id::{OfferId, ServiceId};
use parlour_values::input::{Int, List, Problems, Read, body};
use parlour_values::payment::PaymentMethod;

body! {
    pub struct CompleteRequest, checked {
        payment_method: Option<PaymentMethod>,
        payments: Option<List<PaymentRequest, 1, MOST_PAYMENTS>>,
        offer_id: Option<OfferId>,
        gems_redeemed_service_id: Option<ServiceId>,
        redeem_gems: Option<bool>,
        bill_version: Option<Int<0, 1_000_000>>,
        tips: Option<List<TipRequest, 0, MOST_TIPS>>,
        leave_due: Option<bool>,
    }
}

impl CompleteRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        let (offer, service) = (read.offer_id.given().cloned(), read.gems_redeemed_service_id.given().cloned());
        if let Err(error) = Perk::wanted(offer, service, read.redeem_gems.given().copied()) {
            problems.add("offerId", error.to_string());
        }
        check_paying(read.payment_method.is_given(), read.payments.is_given(), problems);
    }

    pub fn perk(&self) -> Result<Perk, CheckoutError> {
        Perk::wanted(self.offer_id.clone(), self.gems_redeemed_service_id.clone(), self.redeem_gems)
    }

    pub fn paying(&self) -> Paying<'_> {
        paying(self.payment_method, self.payments.as_deref())
    }

    pub fn leaves_due(&self) -> bool {
        self.leave_due == Some(true)
    }

    /// The fields that a bill with edits has of its own.
    pub fn bill_fields(&self) -> impl Iterator<Item = &'static str> {
        let given = [
            ("offerId", self.offer_id.is_some()),
            ("gemsRedeemedServiceId", self.gems_redeemed_service_id.is_some()),
            ("redeemGems", self.redeem_gems.is_some()),
            ("tips", self.tips.is_some()),
        ];
        given.into_iter().filter(|(_, given)| *given).map(|(field, _)| field)
    }
}

pub(super) fn check_paying(by_method: bool, split: bool, problems: &mut Problems) {
    if by_method && split {
        problems.add("payments", "exactly one of paymentMethod and payments is required");
    }
}

pub(super) fn paying(method: Option<PaymentMethod>, payments: Option<&[PaymentRequest]>) -> Paying<'_> {
    match (method, payments) {
        (_, Some(payments)) => Paying::Split(payments),
        (Some(method), None) => Paying::By(method),
        (None, None) => Paying::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use parlour_values::input::Field as _;

    fn read(body: &Value) -> Result<CompleteRequest, Problems> {
        let mut problems = Problems::default();
        CompleteRequest::from_json(body, "", &mut problems).ok_or(problems)
    }

    #[test]
    fn a_request_tells_what_is_to_be_taken_off() {
        for (body, perk) in [
            (json!({ "paymentMethod": "upi" }), Perk::None),
            (json!({ "paymentMethod": "upi", "offerId": "diwali" }), Perk::Offer("diwali".into())),
            (json!({ "paymentMethod": "upi", "gemsRedeemedServiceId": "trim" }), Perk::Gems(Some("trim".into()))),
        ] {
            assert_eq!(read(&body).unwrap().perk(), Ok(perk));
        }
    }

    #[test]
    fn an_offer_with_gems_is_refused_by_its_field() {
        let refused = read(&json!({ "paymentMethod": "upi", "offerId": "diwali", "redeemGems": true })).unwrap_err();
        assert!(refused.has("offerId"));
    }

    #[test]
    fn a_method_and_payments_exclude_each_other() {
        let payments = json!([{ "method": "cash", "amountPaise": 1_000 }]);
        assert!(read(&json!({ "paymentMethod": "upi", "payments": payments })).unwrap_err().has("payments"));
        assert!(matches!(read(&json!({ "payments": payments })).unwrap().paying(), Paying::Split([_])));
        assert!(matches!(read(&json!({})).unwrap().paying(), Paying::Nothing));
        let short = json!([{ "method": "cash", "amountPaise": 1_000, "tenderedPaise": 999 }]);
        assert!(read(&json!({ "payments": short })).unwrap_err().has("payments.0.tenderedPaise"));
    }
}
