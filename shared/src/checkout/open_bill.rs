//! The bill before it is paid: what a visit would come to, and what could be taken off it.

use std::cmp::Reverse;

use super::lines::sale_lines;
use super::{Checkout, CheckoutError, CompleteError, OfferDay, OfferTerms, Perk, PerkFacts, Receipt, SaleLine, price};
use crate::bookings::Booking;
use crate::failure::Failure;
use crate::gems::{Gems, GemsAccount};
use crate::id::OfferId;
use crate::money::Paise;
use crate::offers::Offer;
use crate::table::{Stored, keys};
use crate::time::Instant;

/// What a visit would come to if it were paid now.
#[derive(Clone, Debug)]
pub struct OpenBill {
    /// As asked; or why it cannot be had like that.
    pub receipt: Result<Receipt, CheckoutError>,
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
        let offers = self.0.offers();
        let (found, offers) = tokio::try_join!(self.0.table.get_many([gems.clone(), offer_day.clone()]), offers.all())?;
        let mut found = found;
        let services = self.0.catalogue().services(&booking.service_ids()).await?;
        let branch = self.0.branches().get(&booking.branch_id).await?.ok_or(CompleteError::Missing("branch"))?;
        let gems = found.take::<GemsAccount>(&gems)?.map_or(Gems::ZERO, |gems| gems.account.spendable(now));
        let used_today = found.take::<OfferDay>(&offer_day)?.is_some();

        let lines = sale_lines(booking, &services, &branch, today);
        let with_offer = |terms: Option<&OfferTerms>| {
            price(&lines, &PerkFacts::Offer { terms, service_type: booking.service_type, today, used_today })
        };
        let receipt = match perk {
            Perk::None => price(&lines, &PerkFacts::None),
            Perk::Offer(id) => {
                let terms = offers.iter().find(|offer| offer.id == *id).map(|offer| OfferTerms::of(offer));
                with_offer(terms.as_ref())
            }
            Perk::Gems(service) => price(&lines, &PerkFacts::Gems { service: service.as_ref(), spendable: gems }),
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
        Ok(OpenBill { receipt, offers, gems, redeemable })
    }
}
