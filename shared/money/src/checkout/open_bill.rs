//! The bill before it is paid: what a visit would come to, and what could be taken off it.

use std::cmp::Reverse;

use super::lines::sale_lines;
use super::{Checkout, CompleteError, OfferDay};
use crate::gems::GemsAccount;
use crate::offers::{Offer, Offers};
use crate::pricing::{CheckoutError, OfferTerms, Perk, PerkFacts, Receipt, SaleLine, price};
use parlour_booking::bookings::Booking;
use parlour_setup::branches::Branches;
use parlour_setup::catalogue::CatalogueStore;
use parlour_setup::catalogue::kind::ServiceType;
use parlour_storage::failure::Failure;
use parlour_storage::table::{Stored, keys};
use parlour_values::gems::Gems;
use parlour_values::id::OfferId;
use parlour_values::money::Paise;
use parlour_values::states::state_tax;
use parlour_values::time::{Instant, IstDate};

/// What a visit would come to if it were paid now.
#[derive(Clone, Debug)]
pub struct OpenBill {
    /// As asked; or why it cannot be had like that.
    pub receipt: Result<Receipt, CheckoutError>,
    /// What the state's half of GST is called at the branch.
    pub state_tax: &'static str,
    /// Those that take something off, the most saving first.
    pub offers: Vec<ApplicableOffer>,
    /// What the customer can spend now.
    pub gems: Gems,
    /// The lines that these gems could pay for, the dearest first.
    pub redeemable: Vec<SaleLine>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApplicableOffer {
    pub id: OfferId,
    pub name: String,
    pub saves: Paise,
}

impl Checkout<'_> {
    /// One round trip; nothing is locked or written.
    pub async fn open_bill(
        &self,
        booking: &Booking,
        perk: &Perk,
        now: Instant,
    ) -> Result<OpenBill, Failure<CompleteError>> {
        let today = now.ist_date();
        let customer = &booking.customer_id;
        let (gems, offer_day) = (keys::gems(customer), keys::offer_day(customer, today));
        let offers = Offers::of(self.0);
        let (found, offers) = tokio::try_join!(self.0.table.get_many([gems.clone(), offer_day.clone()]), offers.all())?;
        let mut found = found;
        let services = CatalogueStore::of(self.0).services(&booking.service_ids()).await?;
        let branch = Branches::of(self.0).get(&booking.branch_id).await?.ok_or(CompleteError::Missing("branch"))?;
        let gems = found.take::<GemsAccount>(&gems)?.map_or(Gems::ZERO, |gems| gems.account.spendable(now));
        let used_today = found.take::<OfferDay>(&offer_day)?.is_some();
        let lines = sale_lines(booking, &services, &branch, today);
        let visit = Visit { lines, service_type: booking.service_type, offers: &offers, gems, used_today, today };
        let bill = visit.bill(perk);
        let receipt = bill.receipt.map(|receipt| receipt.rounded(branch.settings.round_to_rupee));
        Ok(OpenBill { receipt, state_tax: state_tax(&branch.state_code), ..bill })
    }
}

/// What a bill depends on.
struct Visit<'a> {
    lines: Vec<SaleLine>,
    service_type: ServiceType,
    /// All that there are.
    offers: &'a [Stored<Offer>],
    gems: Gems,
    used_today: bool,
    today: IstDate,
}

impl Visit<'_> {
    fn bill(self, perk: &Perk) -> OpenBill {
        let Self { lines, service_type, offers, gems, used_today, today } = self;
        let with_offer = |terms: Option<&OfferTerms>| {
            price(&lines, &PerkFacts::Offer { terms, service_type, today, used_today }, None)
        };
        let receipt = match perk {
            Perk::None => price(&lines, &PerkFacts::None, None),
            Perk::Offer(id) => {
                let terms = offers.iter().find(|offer| offer.id == *id).map(|offer| OfferTerms::of(offer));
                with_offer(terms.as_ref())
            }
            Perk::Gems(service) => price(&lines, &PerkFacts::Gems { service: service.as_ref(), spendable: gems }, None),
        };
        let saving = |offer: &Stored<Offer>| {
            let saves = with_offer(Some(&OfferTerms::of(offer))).ok()?.discount;
            (saves > Paise::ZERO).then(|| ApplicableOffer { id: offer.id.clone(), name: offer.name.clone(), saves })
        };
        let mut offers: Vec<ApplicableOffer> = offers.iter().filter_map(saving).collect();
        offers.sort_by(|a, b| (Reverse(a.saves), &a.name).cmp(&(Reverse(b.saves), &b.name)));
        let mut redeemable: Vec<SaleLine> =
            lines.into_iter().filter(|line| line.gems_required.is_some_and(|needed| needed <= gems)).collect();
        redeemable.sort_by_key(|line| Reverse(line.price));
        OpenBill { receipt, state_tax: state_tax(""), offers, gems, redeemable }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::offers::rules::OfferType;
    use crate::pricing::price::tests::line;

    fn today() -> IstDate {
        "2026-11-16".parse().unwrap()
    }

    fn offer(name: &str, off: i64, service: &str) -> Stored<Offer> {
        let record = Offer {
            id: name.into(),
            name: name.to_owned(),
            slug: name.to_owned(),
            description: None,
            offer_type: OfferType::Flat,
            discount_percentage: None,
            discount_amount: Some(Paise(off)),
            combo_price: None,
            start_date: today(),
            end_date: today(),
            is_active: true,
            terms: None,
            image_url: None,
            display_order: 0,
            service_ids: vec![service.into()],
            created_at: today().start(),
            updated_at: today().start(),
        };
        Stored { record, version: 1 }
    }

    /// A trim for 40 gems, a haircut for 120, and 120 to spend.
    fn bill(offers: &[Stored<Offer>], perk: &Perk) -> OpenBill {
        let lines =
            vec![line("trim", 30_000, Some(40)), line("haircut", 50_000, Some(120)), line("colour", 90_000, Some(121))];
        let visit = Visit {
            lines,
            service_type: ServiceType::Salon,
            offers,
            gems: Gems(120),
            used_today: false,
            today: today(),
        };
        visit.bill(perk)
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
        let named: Vec<(String, Paise)> =
            bill(&offers, &Perk::None).offers.into_iter().map(|offer| (offer.name, offer.saves)).collect();
        assert_eq!(
            named,
            [("much".to_owned(), Paise(5_000)), ("a".to_owned(), Paise(1_000)), ("b".to_owned(), Paise(1_000))]
        );
    }

    #[test]
    fn the_bill_is_priced_with_the_offer_that_is_asked_for() {
        let offers = [offer("a", 1_000, "trim"), offer("b", 2_000, "trim")];
        let asked = |id: &str| bill(&offers, &Perk::Offer(id.into())).receipt.map(|receipt| receipt.discount);
        assert_eq!(asked("b"), Ok(Paise(2_000)));
        assert_eq!(asked("c"), Err(CheckoutError::OfferExpired));
    }

    #[test]
    fn the_lines_that_the_gems_can_pay_for_stand_the_dearest_first() {
        let bill = bill(&[], &Perk::None);
        assert_eq!(
            bill.redeemable.iter().map(|line| line.description.as_str()).collect::<Vec<_>>(),
            ["haircut", "trim"]
        );
    }
}
