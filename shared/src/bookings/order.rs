//! Validates what a booking request asks for against catalogue and branch, without I/O.

use super::request::Wishes;
use super::rules::BookingHours;
use super::{BookedService, BookingError};
use crate::branches::Branch;
use crate::catalogue::{Catalogue, Service, ServiceType};
use crate::id::{BranchId, Random, ServiceId};
use crate::input::Problems;
use crate::slots::{Interval, SlotPolicy};
use crate::time::{Instant, IstDate, Minutes, TimeOfDay};

/// The requested services, as the catalogue offers them now.
#[derive(Clone, Debug)]
pub(super) struct Order<'a> {
    services: Vec<&'a Service>,
}

impl<'a> Order<'a> {
    /// Every service once, in the order of the request. A service that is not on offer or has another service type adds
    /// a problem.
    pub fn of(catalogue: &'a Catalogue, service_type: ServiceType, wishes: &Wishes, problems: &mut Problems) -> Self {
        let mut services = Vec::new();
        for id in &wishes.distinct() {
            match catalogue.service(id).filter(|service| catalogue.is_on_offer(service)) {
                None => problems.add("serviceIds", format!("{id} is not a service on offer")),
                Some(service) if catalogue.service_type(service) != Some(service_type) => {
                    problems.add("serviceIds", format!("{id} is not a {service_type} service"));
                    problems.add("serviceType", format!("does not match {id}"));
                }
                Some(service) => services.push(&service.record),
            }
        }
        Self { services }
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

    /// The services of a booking, copied so that later changes to the catalogue do not affect them.
    pub fn rows(&self, random: &Random) -> Vec<BookedService> {
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

/// The branch if it takes bookings; otherwise adds a problem.
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

/// Start and end, or a problem for each thing wrong with them. Without a branch there are no opening hours to check.
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

/// Both values, or all problems found so far.
pub(super) fn both<A, B>(a: Option<A>, b: Option<B>, problems: Problems) -> Result<(A, B), BookingError> {
    match (a, b) {
        (Some(a), Some(b)) if problems.is_empty() => Ok((a, b)),
        _ => Err(BookingError::Invalid(problems)),
    }
}
