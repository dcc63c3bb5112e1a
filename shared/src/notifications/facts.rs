//! The facts that messages are written from.

use crate::bookings::Booking;
use crate::outbound::templates::{BookingFacts, Brand};
use crate::settings::Settings;

pub fn brand(settings: &Settings) -> Brand {
    Brand {
        customer_url: Some(settings.base_url.clone()),
        admin_url: Some(settings.admin_url.clone()),
        ..Brand::default()
    }
}

pub fn booking_facts(booking: &Booking) -> BookingFacts {
    BookingFacts {
        number: booking.number.clone(),
        service_names: booking.services.iter().map(|service| service.name.clone()).collect(),
        date: booking.date,
        start: booking.start,
        end: booking.end,
        branch_name: booking.branch_name.clone(),
        customer_first_name: booking.customer_name.split_whitespace().next().unwrap_or_default().to_owned(),
        staff_name: booking.services.first().and_then(|service| service.staff_name.clone()),
        reason: booking.rejection_reason.clone().or_else(|| booking.cancellation_reason.clone()),
    }
}
