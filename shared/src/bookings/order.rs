//! What somebody orders, judged against the catalogue, the branch and its people, without I/O.

use super::request::Wishes;
use super::rules::BookingHours;
use super::status::BookingStatus;
use super::{BookedService, Booking, BookingError, Reminded};
use crate::auth::User;
use crate::branches::Branch;
use crate::catalogue::{Catalogue, Service, ServiceType};
use crate::id::{BookingId, BranchId, Random, ServiceId};
use crate::input::Problems;
use crate::money::Paise;
use crate::slots::{Interval, SlotPolicy};
use crate::time::{Instant, IstDate, Minutes, TimeOfDay};

/// The services asked for, as they are offered now.
#[derive(Clone, Debug)]
pub(super) struct Order<'a> {
    services: Vec<&'a Service>,
    pub service_type: ServiceType,
}

impl<'a> Order<'a> {
    /// Every service once, in the order they were named. What is not on offer, or on the other side of the house, is told.
    pub fn of(catalogue: &'a Catalogue, service_type: ServiceType, wishes: &Wishes, problems: &mut Problems) -> Self {
        let mut services = Vec::new();
        for id in wishes.ids() {
            match catalogue.service(id).filter(|service| catalogue.is_on_offer(service)) {
                None => problems.add("serviceIds", format!("{id} is not a service on offer")),
                Some(service) if catalogue.service_type(service) != Some(service_type) => {
                    problems.add("serviceIds", format!("{id} is not a {service_type} service"));
                    problems.add("serviceType", format!("does not match {id}"));
                }
                Some(service) => services.push(&service.record),
            }
        }
        Self { services, service_type }
    }

    pub fn ids(&self) -> Vec<ServiceId> {
        self.services.iter().map(|service| service.id.clone()).collect()
    }

    pub fn duration(&self) -> Minutes {
        self.services.iter().map(|service| service.duration).sum()
    }

    pub fn buffer(&self) -> Minutes {
        self.services.iter().map(|service| service.buffer).sum()
    }

    fn price(&self) -> Paise {
        self.services.iter().map(|service| service.price).sum()
    }

    /// The rows of a booking: what later happens to the catalogue does not reach them.
    fn rows(&self, random: &Random) -> Vec<BookedService> {
        self.services
            .iter()
            .zip(0..)
            .map(|(service, display_order)| BookedService {
                id: random.id(),
                service_id: service.id.clone(),
                staff_id: None,
                staff_name: None,
                name: service.name.clone(),
                price: service.price,
                duration: service.duration,
                display_order,
            })
            .collect()
    }
}

/// A branch one can book at, or what to say of it.
pub(super) fn operational<'b>(
    branch: Option<&'b Branch>,
    asked: &BranchId,
    problems: &mut Problems,
) -> Option<&'b Branch> {
    let branch = branch.filter(|branch| branch.id == *asked && branch.is_operational());
    if branch.is_none() {
        problems.add("branchId", "must be a branch that takes bookings");
    }
    branch
}

/// Start and end, with everything wrong with them told. Without a branch only the day can be judged.
pub(super) fn times(
    branch: Option<&Branch>,
    date: IstDate,
    start: TimeOfDay,
    duration: Minutes,
    now: Instant,
    problems: &mut Problems,
) -> Option<Interval> {
    let all_day = Interval { start: TimeOfDay::MIDNIGHT, end: TimeOfDay::END_OF_DAY };
    let any = BookingHours { opening: all_day, policy: SlotPolicy::Open, horizon_days: None };
    match branch.map_or(any, Branch::booking_hours).times(date, start, duration, now) {
        Ok(time) => Some(time),
        Err(found) => {
            for (field, message) in found {
                problems.add(field, message);
            }
            None
        }
    }
}

/// When and where, and under which number.
pub(super) struct Appointment<'a> {
    pub id: BookingId,
    pub number: String,
    pub branch: &'a Branch,
    pub date: IstDate,
    pub time: Interval,
    pub notes: Option<String>,
}

impl Appointment<'_> {
    /// The request of a customer: pending, nobody's yet.
    pub fn requested_by(self, customer: &User, order: &Order<'_>, random: &Random, now: Instant) -> Booking {
        Booking {
            id: self.id,
            number: self.number,
            branch_id: self.branch.id.clone(),
            branch_name: self.branch.name.clone(),
            customer_id: customer.id.clone(),
            customer_name: customer.name.clone(),
            customer_email: customer.email.clone(),
            status: BookingStatus::Pending,
            service_type: order.service_type,
            date: self.date,
            start: self.time.start,
            end: self.time.end,
            total_amount: order.price(),
            total_duration: order.duration(),
            total_buffer: order.buffer(),
            notes: self.notes,
            is_walkin: false,
            is_membership_session: false,
            offer_id: None,
            membership_id: None,
            invoice_id: None,
            lead_id: None,
            confirmed_at: None,
            checked_in_at: None,
            completed_at: None,
            cancelled_at: None,
            rejected_at: None,
            cancellation_reason: None,
            rejection_reason: None,
            reschedule_count: 0,
            services: order.rows(random),
            reminded: Reminded::default(),
            created_at: now,
            updated_at: now,
        }
    }
}

/// Both, or everything that is wrong with the request.
pub(super) fn both<A, B>(a: Option<A>, b: Option<B>, problems: Problems) -> Result<(A, B), BookingError> {
    match (a, b) {
        (Some(a), Some(b)) if problems.is_empty() => Ok((a, b)),
        _ => Err(BookingError::Invalid(problems)),
    }
}
