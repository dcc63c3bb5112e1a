//! The effect of the running offers on a visit that is being chosen: the rule of the bill, asked beforehand.

use std::cmp::Reverse;

use crate::offers::Offer;
use crate::offers::rules::OfferType;
use crate::pricing::{OfferTerms, PerkFacts, SaleItem, SaleLine, price};
use parlour_setup::catalogue::kind::ServiceType;
use parlour_values::gst::GstRate;
use parlour_values::id::ServiceId;
use parlour_values::money::Paise;
use parlour_values::time::IstDate;

/// The amount an offer takes off, or what is missing for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Prospect {
    Saves(Paise),
    /// All of these services.
    Services(Vec<ServiceId>),
    /// One of these services.
    AnyOf(Vec<ServiceId>),
    /// A day no later than this.
    DayUntil(IstDate),
}

/// A visit as far as it is chosen.
#[derive(Clone, Copy, Debug)]
pub struct ChosenVisit<'a> {
    pub services: &'a [(ServiceId, Paise)],
    pub side: ServiceType,
    /// The day it is paid for.
    pub date: IstDate,
}

impl ChosenVisit<'_> {
    fn lines(&self) -> Vec<SaleLine> {
        let line = |(id, price): &(ServiceId, Paise)| {
            // Prices hold the tax whatever its rate, so the rate does not matter here.
            SaleLine::new(SaleItem::Service(id.clone()), String::new(), *price, String::new(), GstRate::ZERO)
        };
        self.services.iter().map(line).collect()
    }

    /// The amount the offer takes off the bill on a day; none where the bill would refuse it.
    fn saving(&self, terms: &OfferTerms, date: IstDate) -> Option<Paise> {
        let facts = PerkFacts::Offer { terms: Some(terms), service_type: self.side, today: date, used_today: false };
        let receipt = price(&self.lines(), &facts, None).ok()?;
        Some(receipt.discount).filter(|discount| *discount > Paise::ZERO)
    }

    fn prospect(&self, offer: &Offer, today: IstDate) -> Prospect {
        let terms = OfferTerms::of(offer);
        if let Some(saves) = self.saving(&terms, self.date) {
            return Prospect::Saves(saves);
        }
        if self.saving(&terms, today).is_some() {
            return Prospect::DayUntil(offer.end_date);
        }
        let is_chosen = |id: &&ServiceId| self.services.iter().any(|(chosen, _)| chosen == *id);
        if offer.offer_type == OfferType::ComboPrice {
            Prospect::Services(offer.service_ids.iter().filter(|id| !is_chosen(id)).cloned().collect())
        } else {
            Prospect::AnyOf(offer.service_ids.clone())
        }
    }
}

/// How each of these offers stands to the visit: what saves most first, then the others in their order. One offer is
/// given a day, so only the first is taken off.
pub fn prospects<'a>(
    offers: impl IntoIterator<Item = &'a Offer>,
    visit: &ChosenVisit<'_>,
    today: IstDate,
) -> Vec<(&'a Offer, Prospect)> {
    let mut all: Vec<_> = offers.into_iter().map(|offer| (offer, visit.prospect(offer, today))).collect();
    all.sort_by_key(|(_, prospect)| match prospect {
        Prospect::Saves(saves) => Reverse(*saves),
        _ => Reverse(Paise::ZERO),
    });
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> IstDate {
        text.parse().unwrap()
    }

    fn offer(id: &str, offer_type: OfferType, amount: i64, services: &[&str]) -> Offer {
        Offer {
            id: id.into(),
            name: id.to_owned(),
            slug: id.to_owned(),
            description: None,
            translations: parlour_values::translations::Translations::default(),
            offer_type,
            discount_percentage: (offer_type == OfferType::Percentage).then_some(20),
            discount_amount: (offer_type == OfferType::Flat).then_some(Paise(amount)),
            combo_price: (offer_type == OfferType::ComboPrice).then_some(Paise(amount)),
            start_date: day("2026-11-01"),
            end_date: day("2026-11-20"),
            is_active: true,
            terms: None,
            image_url: None,
            display_order: 0,
            service_ids: services.iter().map(|id| ServiceId::from(*id)).collect(),
            created_at: day("2026-11-01").start(),
            updated_at: day("2026-11-01").start(),
        }
    }

    fn seen(services: &[&str], side: ServiceType, date: &str) -> Vec<(String, Prospect)> {
        let offers = [
            offer("flat", OfferType::Flat, 5_000, &["cut"]),
            offer("percent", OfferType::Percentage, 0, &["cut", "wash"]),
            offer("combo", OfferType::ComboPrice, 90_000, &["cut", "colour"]),
        ];
        let services: Vec<(ServiceId, Paise)> =
            services.iter().map(|id| (ServiceId::from(*id), Paise(60_000))).collect();
        let visit = ChosenVisit { services: &services, side, date: day(date) };
        let found = prospects(&offers, &visit, day("2026-11-16"));
        found.into_iter().map(|(offer, prospect)| (offer.name.clone(), prospect)).collect()
    }

    fn ids(all: &[&str]) -> Vec<ServiceId> {
        all.iter().map(|id| ServiceId::from(*id)).collect()
    }

    #[test]
    fn what_applies_comes_first_and_the_rest_says_what_is_missing() {
        let one = seen(&["cut"], ServiceType::Salon, "2026-11-17");
        assert_eq!(
            one,
            [
                ("percent".to_owned(), Prospect::Saves(Paise(12_000))),
                ("flat".to_owned(), Prospect::Saves(Paise(5_000))),
                ("combo".to_owned(), Prospect::Services(ids(&["colour"]))),
            ]
        );
        let both = seen(&["cut", "colour"], ServiceType::Salon, "2026-11-17");
        assert_eq!(both[0], ("combo".to_owned(), Prospect::Saves(Paise(30_000))));
        let other = seen(&["colour"], ServiceType::Salon, "2026-11-17");
        assert_eq!(other[0], ("flat".to_owned(), Prospect::AnyOf(ids(&["cut"]))));
    }

    #[test]
    fn an_offer_that_ends_before_the_visit_says_until_when_it_runs() {
        let late = seen(&["cut"], ServiceType::Salon, "2026-11-21");
        assert_eq!(late[0], ("flat".to_owned(), Prospect::DayUntil(day("2026-11-20"))));
        assert!(late.iter().all(|(_, prospect)| !matches!(prospect, Prospect::Saves(_))));
    }

    #[test]
    fn the_spa_has_no_offers() {
        let spa = seen(&["cut"], ServiceType::Spa, "2026-11-17");
        assert!(spa.iter().all(|(_, prospect)| !matches!(prospect, Prospect::Saves(_))));
    }
}
