//! What the desk asks when a visit is over.

use crate::pricing::{CheckoutError, Perk};
use parlour_values::id::{OfferId, ServiceId};
use parlour_values::input::{Problems, Read, body};
use parlour_values::payment::PaymentMethod;

body! {
    pub struct CompleteRequest, checked {
        payment_method: PaymentMethod,
        offer_id: Option<OfferId>,
        gems_redeemed_service_id: Option<ServiceId>,
        redeem_gems: Option<bool>,
    }
}

impl CompleteRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        let (offer, service) = (read.offer_id.clone().flatten(), read.gems_redeemed_service_id.clone().flatten());
        if let Err(error) = Perk::wanted(offer, service, read.redeem_gems.flatten()) {
            problems.add("offerId", error.to_string());
        }
    }

    pub fn perk(&self) -> Result<Perk, CheckoutError> {
        Perk::wanted(self.offer_id.clone(), self.gems_redeemed_service_id.clone(), self.redeem_gems)
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
}
