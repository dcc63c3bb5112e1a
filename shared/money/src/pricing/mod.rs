//! What a sale costs once an offer or gems are taken into account. Pure.

mod discount;
pub(crate) mod price;
mod redemption;

pub use price::{PricedLine, Receipt, price, price_membership};

use parlour_setup::catalogue::kind::ServiceType;
use parlour_values::gems::Gems;
use parlour_values::gst::GstRate;
use parlour_values::id::{OfferId, ServiceId};
use parlour_values::money::Paise;
use parlour_values::time::{IstDate, Minutes};

/// One service of the visit, as it was booked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SaleLine {
    pub service: ServiceId,
    pub description: String,
    /// GST included.
    pub price: Paise,
    pub duration: Minutes,
    pub sac: String,
    /// The rate of the day; an unregistered branch sells at none.
    pub rate: GstRate,
    /// What the service costs in gems, when it can be redeemed.
    pub gems_required: Option<Gems>,
}

/// What the desk asked to apply. An offer and gems exclude each other, so there is no value for both.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Perk {
    #[default]
    None,
    Offer(OfferId),
    /// The service to redeem, or the dearest that the balance affords.
    Gems(Option<ServiceId>),
}

impl Perk {
    /// From the fields of the request, either of the two gem fields being a wish to redeem.
    pub fn wanted(
        offer: Option<OfferId>,
        gems_service: Option<ServiceId>,
        redeem_gems: Option<bool>,
    ) -> Result<Self, CheckoutError> {
        let gems = gems_service.is_some() || redeem_gems == Some(true);
        match (offer, gems) {
            (Some(_), true) => Err(CheckoutError::OfferWithGems),
            (Some(offer), false) => Ok(Self::Offer(offer)),
            (None, true) => Ok(Self::Gems(gems_service)),
            (None, false) => Ok(Self::None),
        }
    }
}

/// What an offer takes off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Discount {
    /// Whole percent of the covered services.
    Percentage(u32),
    /// An amount off the covered services, never below nothing.
    Flat(Paise),
    /// All of the offer's services together for this.
    ComboPrice(Paise),
}

/// An offer, as far as a sale needs to know it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OfferTerms {
    pub id: OfferId,
    /// None on an offer whose type was changed and whose amount was never given: it applies to nothing.
    pub discount: Option<Discount>,
    pub services: Vec<ServiceId>,
    pub is_active: bool,
    pub starts: IstDate,
    /// The last day it holds.
    pub ends: IstDate,
}

/// What is left to know about a sale once its perk is chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PerkFacts<'a> {
    None,
    Offer {
        /// None when there is no such offer.
        terms: Option<&'a OfferTerms>,
        /// Offers are for the salon only.
        service_type: ServiceType,
        today: IstDate,
        /// The customer has already had an offer today.
        used_today: bool,
    },
    Gems {
        service: Option<&'a ServiceId>,
        /// What the customer can spend now.
        spendable: Gems,
    },
}

/// Why a sale cannot be priced as asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CheckoutError {
    #[error("an offer cannot be combined with gems")]
    OfferWithGems,
    #[error("the offer does not exist, is inactive or is out of its dates")]
    OfferExpired,
    #[error("the offer does not apply to this booking")]
    OfferNotApplicable,
    #[error("the service cannot be redeemed with gems")]
    GemsServiceNotRedeemable,
    #[error("not enough gems")]
    GemsInsufficientBalance,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offer_and_gems_exclude_each_other() {
        let offer = || Some(OfferId::from("diwali"));
        let service = || Some(ServiceId::from("haircut"));
        for (asked, wanted) in [
            (Perk::wanted(offer(), service(), None), Err(CheckoutError::OfferWithGems)),
            (Perk::wanted(offer(), None, Some(true)), Err(CheckoutError::OfferWithGems)),
            (Perk::wanted(offer(), None, Some(false)), Ok(Perk::Offer("diwali".into()))),
            (Perk::wanted(None, service(), Some(false)), Ok(Perk::Gems(service()))),
            (Perk::wanted(None, None, Some(true)), Ok(Perk::Gems(None))),
            (Perk::wanted(None, None, Some(false)), Ok(Perk::None)),
            (Perk::wanted(None, None, None), Ok(Perk::None)),
        ] {
            assert_eq!(asked, wanted);
        }
    }
}
