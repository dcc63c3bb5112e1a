//! The one place where a booking is constructed, whether a customer asks for it, the desk takes it or a membership pays
//! for it.

use super::status::BookingStatus;
use super::{BookedService, Booking, Reminded};
use parlour_people::auth::User;
use parlour_setup::branches::Branch;
use parlour_setup::catalogue::ServiceType;
use parlour_values::id::{BookingId, InvoiceId, LeadId, MembershipId, RepeatId, UserId};
use parlour_values::money::Paise;
use parlour_values::time::{Instant, Interval, IstDate, Minutes};

/// The values that differ from one new booking to the next; amounts and minutes are summed from the services.
pub struct NewBooking<'a> {
    pub id: BookingId,
    pub number: String,
    pub branch: &'a Branch,
    pub customer: BookingCustomer<'a>,
    pub service_type: ServiceType,
    pub date: IstDate,
    pub time: Interval,
    pub services: Vec<BookedService>,
    pub buffer: Minutes,
    pub notes: Option<String>,
    pub origin: BookingOrigin,
}

/// The customer of the booking: their name and email are copied into it.
pub struct BookingCustomer<'a> {
    pub id: &'a UserId,
    pub name: &'a str,
    pub email: &'a str,
}

impl<'a> From<&'a User> for BookingCustomer<'a> {
    fn from(user: &'a User) -> Self {
        Self { id: &user.id, name: &user.name, email: &user.email }
    }
}

/// How a booking came about, which decides the status it starts with.
pub enum BookingOrigin {
    /// Asked for by a customer: pending until the desk answers.
    Request { lead_id: Option<LeadId> },
    /// Taken at the desk: confirmed at once.
    WalkIn,
    /// One of several that the desk booked at once: confirmed.
    Repeat { repeat_id: RepeatId },
    /// A visit that a membership paid for, recorded once it is over.
    MembershipSession { membership_id: MembershipId, invoice_id: InvoiceId },
}

impl Booking {
    pub fn new(new: NewBooking<'_>, now: Instant) -> Self {
        let booking = Self {
            id: new.id,
            number: new.number,
            branch_id: new.branch.id.clone(),
            branch_name: new.branch.name.clone(),
            customer_id: new.customer.id.clone(),
            customer_name: new.customer.name.to_owned(),
            customer_email: new.customer.email.to_owned(),
            status: BookingStatus::Pending,
            service_type: new.service_type,
            date: new.date,
            start: new.time.start,
            end: new.time.end,
            total_amount: new.services.iter().map(|service| service.price).sum(),
            paid: None,
            total_duration: new.services.iter().map(|service| service.duration).sum(),
            total_buffer: new.buffer,
            notes: new.notes,
            is_walkin: false,
            is_membership_session: false,
            offer_id: None,
            membership_id: None,
            invoice_id: None,
            lead_id: None,
            confirmed_at: None,
            checked_in_at: None,
            missed_at: None,
            completed_at: None,
            cancelled_at: None,
            rejected_at: None,
            cancellation_reason: None,
            rejection_reason: None,
            reschedule_count: 0,
            desk_moves: 0,
            revision: 0,
            services: new.services,
            reminded: Reminded::default(),
            created_at: now,
            updated_at: now,
            overlaps: false,
            repeat_id: None,
            link_generation: 0,
            asked_again_at: None,
            is_in_doubt: false,
            booked_services: None,
        };
        match new.origin {
            BookingOrigin::Request { lead_id } => Self { lead_id, ..booking },
            BookingOrigin::WalkIn => Self {
                status: BookingStatus::Confirmed,
                is_walkin: true,
                confirmed_at: Some(now),
                reminded: booking.reminders_behind(now),
                ..booking
            },
            BookingOrigin::Repeat { repeat_id } => Self {
                status: BookingStatus::Confirmed,
                confirmed_at: Some(now),
                repeat_id: Some(repeat_id),
                ..booking
            },
            BookingOrigin::MembershipSession { membership_id, invoice_id } => Self {
                status: BookingStatus::Completed,
                is_membership_session: true,
                membership_id: Some(membership_id),
                invoice_id: Some(invoice_id),
                paid: Some(Paise::ZERO),
                completed_at: Some(now),
                ..booking
            },
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::VisitPart;
    use super::*;

    fn now() -> Instant {
        "2026-11-16T04:30:00Z".parse().unwrap()
    }

    /// A customer's request, as it is made.
    pub fn requested() -> Booking {
        made(BookingOrigin::Request { lead_id: None })
    }

    fn made(origin: BookingOrigin) -> Booking {
        let service = |id: &str, price, minutes, display_order| BookedService {
            id: id.into(),
            service_id: id.into(),
            staff_id: None,
            staff_name: None,
            name: id.to_owned(),
            price: Paise(price),
            duration: Minutes(minutes),
            display_order,
            part: VisitPart::default(),
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
            origin,
        };
        Booking::new(new, now())
    }

    #[test]
    fn a_booking_sums_its_services_and_copies_branch_and_customer() {
        let booking = requested();
        assert_eq!((booking.total_amount, booking.total_duration), (Paise(200_000), Minutes(75)));
        assert_eq!(booking.total_buffer, Minutes(10));
        assert_eq!((booking.branch_name.as_str(), booking.customer_name.as_str()), ("Main", "Asha"));
    }

    #[test]
    fn a_request_is_pending_and_remembers_its_lead() {
        let booking = made(BookingOrigin::Request { lead_id: Some("l1".into()) });
        assert_eq!((booking.status, booking.lead_id), (BookingStatus::Pending, Some("l1".into())));
        assert_eq!((booking.confirmed_at, booking.completed_at), (None, None));
    }

    #[test]
    fn a_walk_in_is_confirmed_and_is_not_reminded_of_what_is_near() {
        let booking = made(BookingOrigin::WalkIn);
        assert_eq!((booking.status, booking.confirmed_at), (BookingStatus::Confirmed, Some(now())));
        assert!(booking.is_walkin && !booking.is_membership_session);
        assert_eq!(booking.reminded, Reminded::DayBefore, "it starts an hour from now");
    }

    #[test]
    fn a_session_is_over_and_names_its_membership_and_invoice() {
        let origin = BookingOrigin::MembershipSession { membership_id: "m1".into(), invoice_id: "i1".into() };
        let booking = made(origin);
        assert_eq!((booking.status, booking.completed_at), (BookingStatus::Completed, Some(now())));
        assert_eq!((booking.membership_id, booking.invoice_id), (Some("m1".into()), Some("i1".into())));
        assert!(booking.is_membership_session && !booking.is_walkin);
    }
}
