//! The facts that the templates of messages take.

use chrono::TimeDelta;

use parlour_booking::bookings::status::BookingStatus;
use parlour_booking::bookings::{BookedService, Booking};
use parlour_money::memberships::{Membership, Memberships};
use parlour_senders::templates::{BookingFacts, BookingStanding, MembershipFacts};
use parlour_setup::names::TranslatedNames;
use parlour_storage::salon::Salon;
use parlour_storage::table::TableError;
use parlour_values::language::Language;

pub fn booking_facts(booking: &Booking, names: &TranslatedNames) -> BookingFacts {
    let service = |service: &BookedService| names.service(&service.service_id, &service.name).to_owned();
    let mut staff_names: Vec<String> = Vec::new();
    for name in booking.services.iter().filter_map(|service| service.staff_name.as_ref()) {
        if !staff_names.contains(name) {
            staff_names.push(name.clone());
        }
    }
    let rejected = booking.rejection_reason_in(names.language());
    BookingFacts {
        id: booking.id.clone(),
        number: booking.number.clone(),
        service_names: services_told(booking).iter().map(service).collect(),
        date: booking.date,
        start: booking.start,
        end: booking.end,
        branch_name: names.branch(&booking.branch_id, &booking.branch_name).to_owned(),
        customer_first_name: booking.customer_first_name().to_owned(),
        staff_names,
        reason: rejected.or(booking.cancellation_reason.as_deref()).map(str::to_owned),
        standing: standing(booking.status),
    }
}

/// A visit that was billed without a service is still about what was booked.
fn services_told(booking: &Booking) -> &[BookedService] {
    let booked = booking.booked_services.as_deref().filter(|_| booking.services.is_empty());
    booked.unwrap_or(&booking.services)
}

fn standing(status: BookingStatus) -> BookingStanding {
    match status {
        BookingStatus::Pending => BookingStanding::Waiting,
        BookingStatus::Confirmed | BookingStatus::InProgress | BookingStatus::Completed | BookingStatus::NoShow => {
            BookingStanding::Confirmed
        }
        BookingStatus::Cancelled => BookingStanding::Cancelled,
        BookingStatus::Rejected => BookingStanding::Rejected,
    }
}

/// As they are now, for a reader of this language.
pub async fn membership_facts(
    salon: &Salon,
    membership: &Membership,
    language: Language,
) -> Result<MembershipFacts, TableError> {
    let now = salon.clock.now();
    Ok(MembershipFacts {
        number: membership.number.clone(),
        tier_name: tier_name(salon, membership, language).await?,
        customer_first_name: membership.customer_name.split_whitespace().next().unwrap_or_default().to_owned(),
        remaining: membership.hours().remaining(),
        total: membership.total_hours,
        begins_on: (membership.starts_at > now).then(|| membership.starts_at.ist_date()),
        // It expires at midnight: the day before is the last one.
        expires_on: membership.expires_at.minus(TimeDelta::milliseconds(1)).ist_date(),
        days_left: 0,
        price: membership.price_paid,
    })
}

/// The tier's name in this language, else the one it had when the membership was sold.
async fn tier_name(salon: &Salon, membership: &Membership, language: Language) -> Result<String, TableError> {
    if language == Language::English {
        return Ok(membership.tier_name.clone());
    }
    let tiers = Memberships::of(salon).all_tiers().await?;
    let name = tiers.iter().find(|tier| tier.id == membership.tier_id);
    let name = name.and_then(|tier| tier.translations.name(language));
    Ok(name.unwrap_or(&membership.tier_name).to_owned())
}
