//! What the desk asks when a visit is over.

use super::Perk;
use crate::id::{OfferId, ServiceId};
use crate::invoices::PaymentMethod;
use crate::web::{Problems, body};

body! {
    pub struct CompleteRequest, checked {
        payment_method: PaymentMethod,
        offer_id: Option<OfferId>,
        gems_redeemed_service_id: Option<ServiceId>,
        redeem_gems: Option<bool>,
    }
}

impl CompleteRequest {
    fn check(&self, problems: &mut Problems) {
        if let Err(error) = self.perk() {
            problems.add("offerId", error.to_string());
        }
    }

    pub fn perk(&self) -> Result<Perk, super::CheckoutError> {
        Perk::wanted(self.offer_id.clone(), self.gems_redeemed_service_id.clone(), self.redeem_gems)
    }
}
