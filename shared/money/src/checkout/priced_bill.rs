//! The price of a bill. Pure.

use std::cmp::Reverse;

use super::bill::{Bill, BillItem, BillLine, BillTerms, ManualDiscount};
use crate::memberships::Membership;
use crate::memberships::rules::SessionRefusal;
use crate::offers::Offer;
use crate::offers::rules::OfferType;
use crate::pricing::{CheckoutError, Discount, OfferTerms, Perk, PerkFacts, Receipt, SaleItem, SaleLine, cover, price};
use crate::products::Product;
use parlour_setup::branches::Branch;
use parlour_setup::catalogue::{Catalogue, Service, ServiceType};
use parlour_storage::table::Stored;
use parlour_values::gems::Gems;
use parlour_values::gst::{DEFAULT_SAC, GstRate, RateSchedule};
use parlour_values::id::{LineId, OfferId, ServiceId};
use parlour_values::money::Paise;
use parlour_values::time::{Instant, IstDate, Minutes};

/// The facts that the price of a bill depends on beside the bill itself.
pub struct BillContext<'a> {
    pub branch: &'a Branch,
    pub catalogue: &'a Catalogue,
    pub products: &'a [Stored<Product>],
    /// Those that the bill may name.
    pub offers: &'a [Stored<Offer>],
    pub service_type: ServiceType,
    /// The one that the bill names; or, where it names none, the customer's active one.
    pub membership: Option<&'a Membership>,
    /// The one that the customer can use, whatever the bill names.
    pub active_membership: Option<&'a Membership>,
    /// The gems that the customer can spend now.
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

/// The minutes and lines that the customer's membership could pay for.
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

    /// Those that the membership pays for are marked, if it can be used.
    fn lines_as_paid(&self, terms: BillTerms<'_>) -> Vec<SaleLine> {
        self.sale_lines(terms).unwrap_or_else(|_| terms.lines.iter().map(|line| self.sale_line(line)).collect())
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

    pub fn price(&self, terms: BillTerms<'_>) -> Result<PricedBill, BillRefusal> {
        let lines = self.sale_lines(terms)?;
        let receipt = self.priced(&lines, terms.discount, &terms.perk.perk())?;
        Ok(PricedBill { receipt, tip: terms.tips.iter().map(|tip| tip.amount).sum() })
    }

    /// The offers that take something off this bill, the most saving first.
    pub fn applicable_offers(&self, bill: &Bill) -> Vec<ApplicableOffer> {
        let terms = bill.terms();
        let lines = self.lines_as_paid(terms);
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

    /// The services that the customer's gems could pay for, the dearest first. What minutes pay for needs no gems.
    pub fn redeemable(&self, bill: &Bill) -> Vec<SaleLine> {
        let lines = self.lines_as_paid(bill.terms()).into_iter().filter(|line| !line.is_covered);
        let mut redeemable: Vec<SaleLine> =
            lines.filter(|line| line.gems_required.is_some_and(|needed| needed <= self.gems)).collect();
        redeemable.sort_by_key(|line| Reverse(line.price));
        redeemable
    }

    /// The minutes the customer's active membership would pay for; none where there is none that can be used.
    pub fn usable_minutes(&self, bill: &Bill) -> Option<UsableMinutes> {
        let membership = self.active_membership.filter(|membership| membership.may_be_used(self.now).is_ok())?;
        let mut lines: Vec<SaleLine> = bill.lines.iter().map(|line| self.sale_line(line)).collect();
        let minutes = cover(&mut lines, |line| self.is_of_spa(line), membership.hours().remaining());
        let covered = bill.lines.iter().zip(&lines).filter(|(_, line)| line.is_covered);
        Some(UsableMinutes { minutes, line_ids: covered.map(|(line, _)| line.id.clone()).collect() })
    }
}

impl OfferTerms {
    pub fn of(offer: &Offer) -> Self {
        let discount = match offer.offer_type {
            OfferType::Percentage => offer.discount_percentage.map(Discount::Percentage),
            OfferType::Flat => offer.discount_amount.map(Discount::Flat),
            OfferType::ComboPrice => offer.combo_price.map(Discount::ComboPrice),
        };
        Self {
            id: offer.id.clone(),
            discount,
            services: offer.service_ids.clone(),
            is_active: offer.is_active,
            starts: offer.start_date,
            ends: offer.end_date,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checkout::bill::BillPerk;

    fn now() -> Instant {
        "2026-11-16T06:45:00Z".parse().unwrap()
    }

    fn offer(name: &str, off: i64, service: &str) -> Stored<Offer> {
        let today = now().ist_date();
        let record = Offer {
            id: name.into(),
            name: name.to_owned(),
            slug: name.to_owned(),
            description: None,
            translations: parlour_values::translations::Translations::default(),
            offer_type: OfferType::Flat,
            discount_percentage: None,
            discount_amount: Some(Paise(off)),
            combo_price: None,
            start_date: today,
            end_date: today,
            is_active: true,
            terms: None,
            image_url: None,
            display_order: 0,
            service_ids: vec![service.into()],
            created_at: today.start(),
            updated_at: today.start(),
        };
        Stored { record, version: 1 }
    }

    fn service(id: &str, gems: i64) -> Service {
        Service { gems_redeemable: true, gems_required: Some(Gems(gems)), ..Service::sample(id) }
    }

    /// A trim, a haircut and a colour, as they were booked.
    fn bill() -> Bill {
        let line = |id: &str, price| BillLine {
            id: id.into(),
            item: BillItem::Service { id: id.into(), duration: Minutes(30) },
            name: id.to_owned(),
            list: Paise(price),
            price: Paise(price),
            quantity: 1,
            discount: Paise::ZERO,
            staff: None,
            by_visit: false,
            reason: None,
        };
        Bill {
            booking_id: "b1".into(),
            edition: 0,
            lines: vec![line("trim", 30_000), line("haircut", 50_000), line("colour", 90_000)],
            perk: BillPerk::None,
            membership_id: None,
            discount: None,
            tips: Vec::new(),
            approval: None,
            updated_at: now(),
        }
    }

    /// A trim is had for 40 gems, a haircut for 120, a colour for 121, and there are 120 to spend.
    fn with_context<T>(branch: &Branch, offers: &[Stored<Offer>], told: impl Fn(&BillContext<'_>) -> T) -> T {
        let catalogue = Catalogue::sample([service("trim", 40), service("haircut", 120), service("colour", 121)]);
        let context = BillContext {
            branch,
            catalogue: &catalogue,
            products: &[],
            offers,
            service_type: ServiceType::Salon,
            membership: None,
            active_membership: None,
            gems: Gems(120),
            offer_used_today: false,
            now: now(),
        };
        told(&context)
    }

    #[test]
    fn offers_that_take_something_off_are_named_the_most_saving_first() {
        let offers = [
            offer("b", 1_000, "trim"),
            offer("a", 1_000, "haircut"),
            offer("much", 5_000, "haircut"),
            offer("nothing", 0, "trim"),
            offer("elsewhere", 9_000, "massage"),
        ];
        let named = with_context(&Branch::sample(), &offers, |context| context.applicable_offers(&bill()));
        let named: Vec<(&str, Paise)> = named.iter().map(|offer| (offer.name.as_str(), offer.saves)).collect();
        assert_eq!(named, [("much", Paise(5_000)), ("a", Paise(1_000)), ("b", Paise(1_000))]);
    }

    #[test]
    fn the_bill_is_priced_with_the_offer_that_it_names() {
        let offers = [offer("a", 1_000, "trim"), offer("b", 2_000, "trim")];
        let named = |id: &str| {
            let bill = Bill { perk: BillPerk::Offer(id.into()), ..bill() };
            with_context(&Branch::sample(), &offers, |context| context.price(bill.terms()))
                .map(|priced| priced.receipt.discount)
        };
        assert_eq!(named("b"), Ok(Paise(2_000)));
        assert_eq!(named("c"), Err(BillRefusal::Price(CheckoutError::OfferExpired)));
    }

    #[test]
    fn the_lines_that_the_gems_can_pay_for_stand_the_dearest_first() {
        let lines = with_context(&Branch::sample(), &[], |context| context.redeemable(&bill()));
        assert_eq!(lines.iter().map(|line| line.description.as_str()).collect::<Vec<_>>(), ["haircut", "trim"]);
    }

    #[test]
    fn a_line_has_its_booked_price_and_the_code_the_rate_and_the_gems_of_its_own_service() {
        let colour = Service {
            gst: RateSchedule::default().changed(now().ist_date(), GstRate::EIGHTEEN),
            ..service("colour", 40)
        };
        let catalogue = Catalogue::sample([Service::sample("massage"), colour]);
        let registered = Branch { gstin: Some("27AAPFU0939F1ZV".to_owned()), ..Branch::sample() };
        let told = |branch: &Branch| -> Vec<(String, Paise, String, GstRate, Option<Gems>)> {
            with_context(branch, &[], |context| {
                let context = BillContext { catalogue: &catalogue, offers: context.offers, ..*context };
                let lines = bill().lines.into_iter().skip(1).map(|line| context.sale_line(&line));
                lines.map(|line| (line.description, line.price, line.sac, line.rate, line.gems_required)).collect()
            })
        };
        let line =
            |name: &str, price, sac: &str, rate, gems| (name.to_owned(), Paise(price), sac.to_owned(), rate, gems);
        assert_eq!(
            told(&registered),
            [
                line("haircut", 50_000, DEFAULT_SAC, GstRate::FIVE, None),
                line("colour", 90_000, "999729", GstRate::EIGHTEEN, Some(Gems(40))),
            ],
            "the haircut is gone since"
        );
        assert!(told(&Branch::sample()).into_iter().all(|(_, _, _, rate, _)| rate == GstRate::ZERO));
    }
}
