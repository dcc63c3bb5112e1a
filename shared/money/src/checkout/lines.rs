//! A booking as something to be priced: its services as lines of a sale, an offer as the terms of a discount.

use crate::offers::Offer;
use crate::offers::rules::OfferType;
use crate::pricing::{Discount, LinePerson, OfferTerms, SaleItem, SaleLine};
use parlour_booking::bookings::{BookedService, Booking};
use parlour_setup::branches::Branch;
use parlour_setup::catalogue::Service;
use parlour_storage::table::Stored;
use parlour_values::gst::{DEFAULT_SAC, RateSchedule};
use parlour_values::id::ServiceId;
use parlour_values::time::IstDate;

/// The booked services at the tax rates of the day. A service that is gone since is sold under the usual rate.
pub(super) fn sale_lines(
    booking: &Booking,
    services: &[Stored<Service>],
    branch: &Branch,
    today: IstDate,
) -> Vec<SaleLine> {
    let find = |id: &ServiceId| services.iter().find(|service| service.id == *id).map(|service| &service.record);
    let registered = branch.is_registered_for_gst();
    let lines = booking.services.iter().map(|booked| booked_line(booked, find(&booked.service_id), registered, today));
    lines.collect()
}

/// A booked service as it is sold.
pub(super) fn booked_line(
    booked: &BookedService,
    service: Option<&Service>,
    registered: bool,
    today: IstDate,
) -> SaleLine {
    let rates = service.map_or_else(RateSchedule::default, |service| service.gst.clone());
    let sac = service.map_or_else(|| DEFAULT_SAC.to_owned(), |service| service.sac_code.clone());
    let person = booked
        .staff_id
        .as_ref()
        .map(|id| LinePerson { id: id.clone(), name: booked.staff_name.clone().unwrap_or_default() });
    let item = SaleItem::Service(booked.service_id.clone());
    SaleLine {
        duration: booked.duration,
        gems_required: service.and_then(|service| service.redeemable_for()),
        person,
        ..SaleLine::new(item, booked.name.clone(), booked.price, sac, rates.charged_by(registered, today))
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_booking::bookings::{BookedService, BookingCustomer, BookingOrigin, NewBooking};
    use parlour_setup::catalogue::ServiceType;
    use parlour_values::gems::Gems;
    use parlour_values::gst::GstRate;
    use parlour_values::money::Paise;
    use parlour_values::time::{Instant, Interval, Minutes};

    /// A visit with a haircut and a colour.
    fn visit() -> Booking {
        let service = |id: &str, price, minutes, display_order| BookedService {
            id: id.into(),
            service_id: id.into(),
            staff_id: None,
            staff_name: None,
            name: id.to_owned(),
            price: Paise(price),
            duration: Minutes(minutes),
            display_order,
        };
        let new = NewBooking {
            id: "b1".into(),
            number: "MAIN-1".to_owned(),
            branch: &Branch::sample(),
            customer: BookingCustomer { id: &"asha".into(), name: "Asha", email: "asha@example.test" },
            service_type: ServiceType::Salon,
            date: "2026-11-16".parse().unwrap(),
            time: Interval { start: "11:00".parse().unwrap(), end: "12:15".parse().unwrap() },
            services: vec![service("haircut", 50_000, 30, 0), service("colour", 150_000, 45, 1)],
            buffer: Minutes(10),
            notes: None,
            origin: BookingOrigin::WalkIn,
        };
        Booking::new(new, Instant::from_millis(1_794_800_000_000))
    }

    #[test]
    fn a_line_has_its_booked_price_and_the_code_the_rate_and_the_gems_of_its_own_service() {
        let today = "2026-11-16".parse().unwrap();
        let colour = Service {
            gst: RateSchedule::default().changed(today, GstRate::EIGHTEEN),
            gems_redeemable: true,
            gems_required: Some(Gems(40)),
            ..Service::sample("colour")
        };
        let services = [Service::sample("massage"), colour].map(|record| Stored { record, version: 1 });
        let registered = Branch { gstin: Some("27AAPFU0939F1ZV".to_owned()), ..Branch::sample() };
        let told = |branch: &Branch| -> Vec<(String, Paise, String, GstRate, Option<Gems>)> {
            let lines = sale_lines(&visit(), &services, branch, today).into_iter();
            lines.map(|line| (line.description, line.price, line.sac, line.rate, line.gems_required)).collect()
        };
        let line =
            |name: &str, price, sac: &str, rate, gems| (name.to_owned(), Paise(price), sac.to_owned(), rate, gems);
        assert_eq!(
            told(&registered),
            [
                line("haircut", 50_000, DEFAULT_SAC, GstRate::FIVE, None),
                line("colour", 150_000, "999729", GstRate::EIGHTEEN, Some(Gems(40))),
            ],
            "the haircut is gone since"
        );
        assert!(told(&Branch::sample()).into_iter().all(|(_, _, _, rate, _)| rate == GstRate::ZERO));
    }
}
