//! A booking as something to be priced: its services as lines of a sale, an offer as the terms of a discount.

use super::{Discount, OfferTerms, SaleLine};
use crate::bookings::Booking;
use crate::branches::Branch;
use crate::catalogue::Service;
use crate::id::ServiceId;
use crate::invoices::gst::{DEFAULT_SAC, RateSchedule};
use crate::offers::Offer;
use crate::offers::rules::OfferType;
use crate::table::Stored;
use crate::time::IstDate;

/// The booked services at the tax rates of the day. A service that is gone since is sold under the usual rate.
pub(super) fn sale_lines(
    booking: &Booking,
    services: &[Stored<Service>],
    branch: &Branch,
    today: IstDate,
) -> Vec<SaleLine> {
    let find = |id: &ServiceId| services.iter().find(|service| service.id == *id);
    let registered = branch.is_registered_for_gst();
    booking
        .services
        .iter()
        .map(|booked| {
            let service = find(&booked.service_id);
            let rates = service.map_or_else(RateSchedule::default, |service| service.gst.clone());
            SaleLine {
                service: booked.service_id.clone(),
                description: booked.name.clone(),
                price: booked.price,
                duration: booked.duration,
                sac: service.map_or_else(|| DEFAULT_SAC.to_owned(), |service| service.sac_code.clone()),
                rate: rates.charged_by(registered, today),
                gems_required: service.and_then(|service| service.redeemable_for()),
            }
        })
        .collect()
}

impl OfferTerms {
    pub(super) fn of(offer: &Offer) -> Self {
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
