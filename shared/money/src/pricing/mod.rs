//! The price of a sale once membership, offer, gems and the desk's own discounts are taken into account. Pure.

mod coverage;
mod discount;
mod manual;
pub(crate) mod price;
mod redemption;

pub use coverage::cover;
pub use manual::BillDiscount;
pub use price::{PricedLine, Receipt, price, price_membership};

use parlour_setup::catalogue::kind::ServiceType;
use parlour_values::gems::Gems;
use parlour_values::gst::GstRate;
use parlour_values::id::{OfferId, ProductId, ServiceId, StaffId, TierId};
use parlour_values::money::Paise;
use parlour_values::time::{IstDate, Minutes};

/// The item that a line sells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SaleItem {
    Service(ServiceId),
    Product(ProductId),
    /// A membership.
    Tier(TierId),
    /// Something that is in no list.
    Custom,
}

impl SaleItem {
    pub fn service(&self) -> Option<&ServiceId> {
        match self {
            Self::Service(id) => Some(id),
            Self::Product(_) | Self::Tier(_) | Self::Custom => None,
        }
    }

    pub fn product(&self) -> Option<&ProductId> {
        match self {
            Self::Product(id) => Some(id),
            Self::Service(_) | Self::Tier(_) | Self::Custom => None,
        }
    }

    pub fn tier(&self) -> Option<&TierId> {
        match self {
            Self::Tier(id) => Some(id),
            Self::Service(_) | Self::Product(_) | Self::Custom => None,
        }
    }

    /// Products and memberships earn no gems.
    pub fn earns_gems(&self) -> bool {
        match self {
            Self::Service(_) | Self::Custom => true,
            Self::Product(_) | Self::Tier(_) => false,
        }
    }
}

/// The person who did a service, or sold a product.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LinePerson {
    pub id: StaffId,
    pub name: String,
}

/// One line of a sale before it is priced.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SaleLine {
    pub item: SaleItem,
    pub description: String,
    /// Of one piece by the list, GST included.
    pub list: Paise,
    /// Of one piece as it is sold.
    pub price: Paise,
    pub quantity: u32,
    /// The desk's discount on the line.
    pub off: Paise,
    pub duration: Minutes,
    /// Its SAC or HSN code.
    pub sac: String,
    /// The rate of the day; an unregistered branch sells at none.
    pub rate: GstRate,
    /// The price of the service in gems, when it can be redeemed.
    pub gems_required: Option<Gems>,
    pub person: Option<LinePerson>,
    /// Whether minutes of a membership pay for it.
    pub is_covered: bool,
}

impl SaleLine {
    /// One piece at its list price, by nobody in particular.
    pub fn new(item: SaleItem, description: String, list: Paise, sac: String, rate: GstRate) -> Self {
        Self {
            item,
            description,
            list,
            price: list,
            quantity: 1,
            off: Paise::ZERO,
            duration: Minutes(0),
            sac,
            rate,
            gems_required: None,
            person: None,
            is_covered: false,
        }
    }

    /// Of all its pieces, before anything is taken off.
    pub fn gross(&self) -> Paise {
        self.price.times(self.quantity)
    }
}

/// The perk the desk asked to apply. An offer and gems exclude each other, so there is no value for both.
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

/// The discount of an offer.
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

/// The facts left to know about a sale once its perk is chosen.
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
        /// The gems that the customer can spend now.
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
    #[error("{0}")]
    OfferNotApplicable(OfferMismatch),
    #[error("the service cannot be redeemed with gems")]
    GemsServiceNotRedeemable,
    #[error("not enough gems")]
    GemsInsufficientBalance,
    #[error("the discount of a line must not be above what is left of the line")]
    DiscountAboveLine { line: usize },
    #[error("the discount of the bill must not be above what is left of the bill")]
    DiscountAboveBill,
}

/// What keeps an offer that is running from a bill.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OfferMismatch {
    #[error("offers are for the salon, and this is a visit to the spa")]
    Spa,
    #[error("the offer is for other services than those of this bill")]
    OtherServices,
    #[error("the offer needs all of its services on the bill")]
    ServicesMissing,
    #[error("the customer has had an offer today already")]
    UsedToday,
    #[error("the offer does not say what it takes off")]
    NothingSaid,
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
