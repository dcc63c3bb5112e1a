//! What the desk asks when a visit is over.

use super::Perk;
use crate::id::{OfferId, ServiceId};
use crate::input::{Problems, Read, body};
use crate::invoices::PaymentMethod;

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

    pub fn perk(&self) -> Result<Perk, super::CheckoutError> {
        Perk::wanted(self.offer_id.clone(), self.gems_redeemed_service_id.clone(), self.redeem_gems)
    }
}
