//! What a bill comes to. Pure.

use std::cmp::Reverse;

use super::bill::{Bill, BillItem, BillLine, BillTerms, ManualDiscount};
use crate::memberships::Membership;
use crate::memberships::rules::SessionRefusal;
use crate::offers::Offer;
use crate::pricing::{CheckoutError, OfferTerms, Perk, PerkFacts, Receipt, SaleItem, SaleLine, cover, price};
use crate::products::Product;
use parlour_setup::branches::Branch;
use parlour_setup::catalogue::{Catalogue, Service, ServiceType};
use parlour_storage::table::Stored;
use parlour_values::gems::Gems;
use parlour_values::gst::{DEFAULT_SAC, GstRate, RateSchedule};
use parlour_values::id::{LineId, OfferId, ServiceId};
use parlour_values::money::Paise;
use parlour_values::time::{Instant, IstDate, Minutes};

/// What the price of a bill depends on beside the bill itself.
pub struct BillContext<'a> {
    pub branch: &'a Branch,
    pub catalogue: &'a Catalogue,
    pub products: &'a [Stored<Product>],
    /// Those that the bill may name.
    pub offers: &'a [Stored<Offer>],
    pub service_type: ServiceType,
    /// The one that the bill names; or, where it names none, the customer's active one.
    pub membership: Option<&'a Membership>,
    /// What the customer can spend now.
    pub gems: Gems,
    pub offer_used_today: bool,
    pub now: Instant,
}

/// Why a bill cannot be had as it was shaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BillRefusal {
    #[error(transparent)]
    Price(#[from] CheckoutError),
    #[error(transparent)]
    Membership(#[from] SessionRefusal),
}

/// A bill with its price: `lines` are those of the bill, in its order.
#[derive(Clone, Debug)]
pub struct PricedBill {
    pub receipt: Receipt,
    pub tip: Paise,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApplicableOffer {
    pub id: OfferId,
    pub name: String,
    pub saves: Paise,
}

/// What the customer's membership could pay for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsableMinutes {
    pub minutes: Minutes,
    pub line_ids: Vec<LineId>,
}

impl BillContext<'_> {
    fn today(&self) -> IstDate {
        self.now.ist_date()
    }

    fn service(&self, id: &ServiceId) -> Option<&Service> {
        self.catalogue.service(id).map(|service| &service.record)
    }

    fn is_of_spa(&self, line: &SaleLine) -> bool {
        let service = line.item.service().and_then(|id| self.service(id));
        service.is_some_and(|service| self.catalogue.service_type(service) == Some(ServiceType::Spa))
    }

    /// A line at the tax of the day. What is gone from the menu since is sold under the usual code and rate.
    fn sale_line(&self, line: &BillLine) -> SaleLine {
        let registered = self.branch.is_registered_for_gst();
        let charged = |rate: GstRate| if registered { rate } else { GstRate::ZERO };
        let (item, sac, rate, duration, gems) = match &line.item {
            BillItem::Service { id, duration } => {
                let service = self.service(id);
                let rates = service.map_or_else(RateSchedule::default, |service| service.gst.clone());
                let sac = service.map_or_else(|| DEFAULT_SAC.to_owned(), |service| service.sac_code.clone());
                let gems = service.and_then(Service::redeemable_for);
                (SaleItem::Service(id.clone()), sac, rates.charged_by(registered, self.today()), *duration, gems)
            }
            BillItem::Product { id } => {
                let product = self.products.iter().find(|product| product.id == *id);
                let sac = product.map_or_else(String::new, |product| product.hsn_code.clone());
                let rate = product.map_or(GstRate::EIGHTEEN, |product| product.gst);
                (SaleItem::Product(id.clone()), sac, charged(rate), Minutes(0), None)
            }
            BillItem::Custom { code, rate } => (SaleItem::Custom, code.clone(), charged(*rate), Minutes(0), None),
        };
        SaleLine {
            price: line.price,
            quantity: line.quantity,
            off: line.discount,
            duration,
            gems_required: gems,
            person: line.staff.as_ref().map(super::bill::BillPerson::on_line),
            ..SaleLine::new(item, line.name.clone(), line.list, sac, rate)
        }
    }

    fn sale_lines(&self, terms: BillTerms<'_>) -> Result<Vec<SaleLine>, BillRefusal> {
        let mut lines: Vec<SaleLine> = terms.lines.iter().map(|line| self.sale_line(line)).collect();
        if terms.uses_membership {
            let membership = self.membership.ok_or(SessionRefusal::Expired)?;
            membership.may_be_used(self.now)?;
            let remaining = membership.hours().remaining();
            let used = cover(&mut lines, |line| self.is_of_spa(line), remaining);
            if used == Minutes(0) {
                return Err(SessionRefusal::InsufficientHours { remaining }.into());
            }
        }
        Ok(lines)
    }

    fn priced(
        &self,
        lines: &[SaleLine],
        discount: Option<&ManualDiscount>,
        perk: &Perk,
    ) -> Result<Receipt, CheckoutError> {
        let terms = match perk {
            Perk::Offer(id) => self.offers.iter().find(|offer| offer.id == *id).map(|offer| OfferTerms::of(offer)),
            Perk::None | Perk::Gems(_) => None,
        };
        let facts = match perk {
            Perk::None => PerkFacts::None,
            Perk::Offer(_) => self.offer_facts(terms.as_ref()),
            Perk::Gems(service) => PerkFacts::Gems { service: service.as_ref(), spendable: self.gems },
        };
        let discount = discount.map(|discount| discount.off.priced());
        Ok(price(lines, &facts, discount)?.rounded(self.branch.settings.round_to_rupee))
    }

    fn offer_facts<'a>(&self, terms: Option<&'a OfferTerms>) -> PerkFacts<'a> {
        PerkFacts::Offer {
            terms,
            service_type: self.service_type,
            today: self.today(),
            used_today: self.offer_used_today,
        }
    }

    /// What the bill comes to.
    pub fn price(&self, terms: BillTerms<'_>) -> Result<PricedBill, BillRefusal> {
        let lines = self.sale_lines(terms)?;
        let receipt = self.priced(&lines, terms.discount, &terms.perk.perk())?;
        Ok(PricedBill { receipt, tip: terms.tips.iter().map(|tip| tip.amount).sum() })
    }

    /// The offers that take something off this bill, the most saving first.
    pub fn applicable_offers(&self, bill: &Bill) -> Vec<ApplicableOffer> {
        let terms = bill.terms();
        let without_membership = BillTerms { uses_membership: false, ..terms };
        let Ok(lines) = self.sale_lines(terms).or_else(|_| self.sale_lines(without_membership)) else {
            return Vec::new();
        };
        let Ok(plain) = self.priced(&lines, terms.discount, &Perk::None) else { return Vec::new() };
        let saving = |offer: &Stored<Offer>| {
            let with_it = self.priced(&lines, terms.discount, &Perk::Offer(offer.id.clone())).ok()?;
            let saves = plain.total.minus(with_it.total);
            (saves > Paise::ZERO).then(|| ApplicableOffer { id: offer.id.clone(), name: offer.name.clone(), saves })
        };
        let mut offers: Vec<ApplicableOffer> = self.offers.iter().filter_map(saving).collect();
        offers.sort_by(|a, b| (Reverse(a.saves), &a.name).cmp(&(Reverse(b.saves), &b.name)));
        offers
    }

    /// The services that the customer's gems could pay for, the dearest first.
    pub fn redeemable(&self, bill: &Bill) -> Vec<SaleLine> {
        let lines = bill.lines.iter().map(|line| self.sale_line(line));
        let mut redeemable: Vec<SaleLine> =
            lines.filter(|line| line.gems_required.is_some_and(|needed| needed <= self.gems)).collect();
        redeemable.sort_by_key(|line| Reverse(line.price));
        redeemable
    }

    /// What the customer's membership would pay for; nothing where there is none that can be used.
    pub fn usable_minutes(&self, bill: &Bill) -> Option<UsableMinutes> {
        let membership = self.membership.filter(|membership| membership.may_be_used(self.now).is_ok())?;
        let mut lines: Vec<SaleLine> = bill.lines.iter().map(|line| self.sale_line(line)).collect();
        let minutes = cover(&mut lines, |line| self.is_of_spa(line), membership.hours().remaining());
        let covered = bill.lines.iter().zip(&lines).filter(|(_, line)| line.is_covered);
        Some(UsableMinutes { minutes, line_ids: covered.map(|(line, _)| line.id.clone()).collect() })
    }
}
