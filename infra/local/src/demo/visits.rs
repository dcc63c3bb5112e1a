//! A visit of the demo, and the booking it makes.

use chrono::TimeDelta;
use parlour_booking::bookings::status::BookingStatus;
use parlour_booking::bookings::{
    BookedService, Booking, BookingCustomer, BookingOrigin, NewBooking, Reminded, VisitPart,
};
use parlour_booking::resources::Resource;
use parlour_people::auth::User;
use parlour_setup::branches::Branch;
use parlour_setup::catalogue::{Service, ServiceType};
use parlour_values::time::{Instant, Interval, IstDate, Minutes, TimeOfDay};

use super::calendar::Calendar;
use super::catalogue::ServiceMenu;
use super::places::DemoBranches;
use super::team::DemoWorker;

/// When nobody works.
pub const LUNCH: (u32, u32) = (15 * 60, 15 * 60 + 30);

/// A booking before it has a number and a customer.
pub struct DemoVisit<'a> {
    pub branch: &'a Branch,
    pub worker: Option<&'a DemoWorker>,
    pub room: Option<&'a Resource>,
    pub services: Vec<&'a Service>,
    pub service_type: ServiceType,
    pub date: IstDate,
    pub start: TimeOfDay,
    pub status: BookingStatus,
    pub asked: Instant,
    pub is_walk_in: bool,
}

/// The services that a worker can do there, with the side of the house each belongs to.
pub fn services_of<'a>(menu: &'a ServiceMenu, worker: &DemoWorker) -> Vec<(ServiceType, &'a Service)> {
    let salon = menu.salon.iter().map(|service| (ServiceType::Salon, service));
    let spa = menu.spa.iter().map(|service| (ServiceType::Spa, service));
    salon.chain(spa).filter(|(_, service)| worker.member.service_ids.contains(&service.id)).collect()
}

/// Each therapist keeps to one room.
pub fn room_for<'a>(places: &'a DemoBranches, worker: &DemoWorker, services: &[&Service]) -> Option<&'a Resource> {
    let needs_one = services.iter().any(|service| !service.needs.is_empty());
    places.rooms.get(worker.place as usize % places.rooms.len()).filter(|_| needs_one)
}

impl DemoVisit<'_> {
    fn minutes(&self) -> Minutes {
        self.services.iter().map(|service| service.duration).sum()
    }

    fn buffer(&self) -> Minutes {
        self.services.last().map_or(Minutes(0), |service| service.buffer)
    }

    fn end(&self) -> TimeOfDay {
        self.start.plus(self.minutes()).unwrap_or(TimeOfDay::END_OF_DAY)
    }

    /// Whether one person would have to do both at once.
    pub fn meets(&self, other: &DemoVisit<'_>) -> bool {
        let place = |visit: &DemoVisit<'_>| visit.worker.map(|worker| worker.place);
        place(self) == place(other) && self.date == other.date && self.time().overlaps(other.time())
    }

    fn time(&self) -> Interval {
        Interval { start: self.start, end: self.end() }
    }

    /// When it is paid: each person's a little later than the one's before, so that no two are at once.
    pub fn paid_at(&self) -> Instant {
        let place = self.worker.map_or(0, |worker| i64::from(worker.place));
        self.date.at(self.end()).plus(TimeDelta::seconds(20 * (place + 1)))
    }

    pub fn is_completed(&self) -> bool {
        self.status == BookingStatus::Completed
    }

    /// As it stands once what happened has happened; without an invoice.
    pub fn booking(&self, calendar: &Calendar, number: String, guest: &User) -> Booking {
        let Self { branch, service_type, date, start, status, asked, .. } = *self;
        let origin = if self.is_walk_in { BookingOrigin::WalkIn } else { BookingOrigin::Request { lead_id: None } };
        let new = NewBooking {
            id: calendar.id(asked),
            number,
            branch,
            customer: BookingCustomer::from(guest),
            service_type,
            date,
            time: self.time(),
            services: self.booked(calendar),
            buffer: self.buffer(),
            notes: None,
            origin,
        };
        let when = |wanted: &[BookingStatus], at: Instant| wanted.contains(&status).then_some(at);
        let (began, answered) = (date.at(start), if self.is_walk_in { asked } else { asked.plus(TimeDelta::hours(1)) });
        let cancelled = answered.plus(TimeDelta::hours(5));
        Booking {
            status,
            confirmed_at: (!matches!(status, BookingStatus::Pending | BookingStatus::Rejected)).then_some(answered),
            checked_in_at: when(&[BookingStatus::InProgress, BookingStatus::Completed], began),
            missed_at: when(&[BookingStatus::NoShow], date.at(self.end())),
            completed_at: when(&[BookingStatus::Completed], self.paid_at()),
            cancelled_at: when(&[BookingStatus::Cancelled], cancelled),
            rejected_at: when(&[BookingStatus::Rejected], answered),
            cancellation_reason: (status == BookingStatus::Cancelled).then(|| "Something came up".to_owned()),
            rejection_reason: (status == BookingStatus::Rejected).then(|| "Fully booked that day".to_owned()),
            reminded: Reminded::All,
            updated_at: match status {
                BookingStatus::Completed => self.paid_at(),
                BookingStatus::NoShow => date.at(self.end()),
                BookingStatus::Cancelled => cancelled,
                _ => asked,
            },
            ..Booking::new(new, asked)
        }
    }

    fn booked(&self, calendar: &Calendar) -> Vec<BookedService> {
        let is_one_of_several = self.services.len() > 1;
        let one = |(order, service): (u32, &&Service)| BookedService {
            id: calendar.id(self.asked),
            service_id: service.id.clone(),
            staff_id: self.worker.map(|worker| worker.member.id.clone()),
            staff_name: self.worker.map(|worker| worker.member.display_name.clone()),
            name: service.name.clone(),
            price: service.price,
            duration: service.duration,
            display_order: order,
            part: VisitPart {
                processing: service.processing,
                finish: service.finish,
                buffer: if is_one_of_several { service.buffer } else { Minutes(0) },
                needs: service.needs.clone(),
                resource_ids: self
                    .room
                    .filter(|_| !service.needs.is_empty())
                    .map(|room| room.id.clone())
                    .into_iter()
                    .collect(),
                ..VisitPart::default()
            },
        };
        (0..).zip(&self.services).map(one).collect()
    }
}
