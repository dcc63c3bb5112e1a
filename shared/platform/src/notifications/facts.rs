//! The facts that the templates of messages take.

use chrono::TimeDelta;

use parlour_booking::bookings::Booking;
use parlour_booking::bookings::status::BookingStatus;
use parlour_money::memberships::Membership;
use parlour_senders::templates::{BookingFacts, BookingStanding, MembershipFacts};

pub fn booking_facts(booking: &Booking) -> BookingFacts {
    BookingFacts {
        id: booking.id.clone(),
        number: booking.number.clone(),
        service_names: booking.services.iter().map(|service| service.name.clone()).collect(),
        date: booking.date,
        start: booking.start,
        end: booking.end,
        branch_name: booking.branch_name.clone(),
        customer_first_name: booking.customer_first_name().to_owned(),
        staff_name: booking.services.first().and_then(|service| service.staff_name.clone()),
        reason: booking.rejection_reason.clone().or_else(|| booking.cancellation_reason.clone()),
        standing: standing(booking.status),
    }
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

pub fn membership_facts(membership: &Membership) -> MembershipFacts {
    MembershipFacts {
        number: membership.number.clone(),
        tier_name: membership.tier_name.clone(),
        customer_first_name: membership.customer_name.split_whitespace().next().unwrap_or_default().to_owned(),
        remaining: membership.hours().remaining(),
        total: membership.total_hours,
        // It expires at midnight: the day before is the last one.
        expires_on: membership.expires_at.minus(TimeDelta::milliseconds(1)).ist_date(),
        days_left: 0,
        price: membership.price_paid,
    }
}
