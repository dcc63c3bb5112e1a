//! When each service of a booking is, and what the booking takes of people and rooms.

use super::{BookedService, Booking, VisitPart};
use crate::slots::need::{Need, ServiceNeed, Work, are_at_once, held_of_person, held_of_room};
use crate::slots::plan::PlannedService;
use parlour_values::id::{ResourceId, StaffId};
use parlour_values::time::{Interval, Minutes};

impl Booking {
    /// The minutes of each service, in their order.
    pub fn times(&self) -> Vec<Interval> {
        self.times_of(&self.services).collect()
    }

    /// When a service was booked for; none of what was sold besides at the counter.
    pub fn booked_time(&self, service: &BookedService) -> Option<Interval> {
        let is_it = |booked: &BookedService| match self.booked_services {
            Some(_) => booked.service_id == service.service_id,
            None => booked.id == service.id,
        };
        let booked = self.booked_services.as_ref().unwrap_or(&self.services);
        booked.iter().zip(self.times_of(booked)).find(|(booked, _)| is_it(booked)).map(|(_, time)| time)
    }

    fn times_of(&self, services: &[BookedService]) -> impl Iterator<Item = Interval> {
        let mut next = self.start;
        services.iter().map(move |service| {
            let start = service.part.starts_after.map_or(next, |after| Interval::from_start(self.start, after).end);
            let time = Interval::from_start(start, service.duration);
            next = time.end;
            time
        })
    }

    /// With the end of the last of its services.
    #[must_use]
    pub(super) fn ending_with_services(mut self) -> Self {
        self.end = self.times().iter().map(|time| time.end).max().unwrap_or(self.end);
        self
    }

    /// The part of it that is this person's: the services, and the time from the first to the last of them. All of it
    /// where somebody else was billed for it since.
    pub fn part_of(&self, person: &StaffId) -> (Vec<&BookedService>, Interval) {
        let mut parts: Vec<_> = self.services.iter().zip(self.times()).collect();
        if self.staff_ids().contains(&person) {
            parts.retain(|(service, _)| service.staff_id.as_ref() == Some(person));
        }
        let start = parts.iter().map(|(_, time)| time.start).min().unwrap_or(self.start);
        let end = parts.iter().map(|(_, time)| time.end).max().unwrap_or(self.end);
        (parts.into_iter().map(|(service, _)| service).collect(), Interval { start, end })
    }

    /// Everybody who is to do something, each once, in the order of their services.
    pub fn staff_ids(&self) -> Vec<&StaffId> {
        each_once(self.services.iter().filter_map(|service| service.staff_id.as_ref()))
    }

    /// Every room that it has, each once.
    pub fn resource_ids(&self) -> Vec<&ResourceId> {
        each_once(self.services.iter().flat_map(|service| &service.part.resource_ids))
    }

    /// The groups of rooms that its services need.
    pub fn groups(&self) -> Vec<String> {
        each_once(self.services.iter().flat_map(|service| &service.part.needs)).into_iter().cloned().collect()
    }

    /// The time to look for, by the people and in the rooms that it has; what it holds already does not count as taken.
    pub fn need(&self) -> Need {
        let services = self.services.iter().zip(self.buffers()).map(|(service, buffer)| ServiceNeed {
            service_id: service.service_id.clone(),
            duration: service.duration,
            processing: service.part.processing,
            finish: service.part.finish,
            buffer,
            groups: service.part.needs.clone(),
            wished: service.staff_id.clone(),
            starts_after: service.part.starts_after,
            rooms: service.part.resource_ids.clone(),
        });
        Need { services: services.collect(), own: Some(self.id.clone()) }
    }

    /// The same by whomever the customer wished for or anybody, in any room.
    pub(super) fn open_need(&self) -> Need {
        let mut need = self.need();
        for (asked, service) in need.services.iter_mut().zip(&self.services) {
            asked.wished.clone_from(&service.part.requested_staff_id);
            asked.rooms.clear();
        }
        need
    }

    /// The minutes kept free behind each service. What is not said of the services comes behind the last of them.
    fn buffers(&self) -> Vec<Minutes> {
        let mut buffers: Vec<Minutes> = self.services.iter().map(|service| service.part.buffer).collect();
        if buffers.iter().all(|buffer| *buffer == Minutes(0))
            && let Some(last) = buffers.last_mut()
        {
            *last = self.total_buffer;
        }
        buffers
    }

    /// The work that each service is, in their order, and whose it is.
    pub(super) fn works(&self) -> impl Iterator<Item = (Option<&StaffId>, Work)> {
        let timed = self.services.iter().zip(self.times()).zip(self.buffers());
        timed.map(|((service, time), buffer)| {
            let VisitPart { processing, finish, .. } = service.part;
            (service.staff_id.as_ref(), Work { time, processing, finish, buffer })
        })
    }

    /// The services that are this person's.
    pub fn works_of(&self, staff: &StaffId) -> impl Iterator<Item = Work> {
        self.works().filter(move |(by, _)| *by == Some(staff)).map(|(_, work)| work)
    }

    /// When this person works on it.
    pub fn at_work_of(&self, staff: &StaffId) -> Vec<Interval> {
        self.works_of(staff).flat_map(|work| work.at_work()).collect()
    }

    /// From its start until the last of its buffers.
    pub fn hold(&self) -> Interval {
        let held = |staff: Option<&StaffId>| {
            let own = self.works().filter(|(by, _)| *by == staff).map(|(_, work)| work);
            held_of_person(own).last().map(|held| held.end)
        };
        let people = self.staff_ids().into_iter().map(Some).chain([None]);
        Interval { start: self.start, end: people.filter_map(held).fold(self.end, |end, held| end.max(held)) }
    }

    /// The time it takes of this person's day.
    pub fn held_of(&self, staff: &StaffId) -> Vec<Interval> {
        held_of_person(self.works_of(staff))
    }

    /// The time it takes of this room's day.
    pub fn held_of_room(&self, room: &ResourceId, turnaround: Minutes) -> Vec<Interval> {
        let timed = self.services.iter().zip(self.times());
        let used = timed.filter(|(service, _)| service.part.resource_ids.contains(room)).map(|(_, time)| time);
        held_of_room(used, turnaround)
    }

    /// By these people, at these times and in these rooms.
    #[must_use]
    pub fn planned<'a>(mut self, plan: &[PlannedService], name: impl Fn(&StaffId) -> Option<&'a str>) -> Self {
        for (service, planned) in self.services.iter_mut().zip(plan) {
            service.staff_id = Some(planned.staff_id.clone());
            service.staff_name = name(&planned.staff_id).map(str::to_owned);
            service.part.resource_ids.clone_from(&planned.resource_ids);
        }
        let times: Vec<Interval> = plan.iter().map(|planned| planned.time).collect();
        self.at(&times)
    }

    /// With its services at these times.
    #[must_use]
    pub(super) fn at(mut self, times: &[Interval]) -> Self {
        let Some(start) = times.iter().map(|time| time.start).min() else { return self };
        let mut next = start;
        for (service, time) in self.services.iter_mut().zip(times) {
            let after = Interval { start, end: time.start }.minutes();
            service.part.starts_after = (time.start != next).then_some(after);
            next = time.end;
        }
        self.start = start;
        self.end = times.iter().map(|time| time.end).max().unwrap_or(self.end);
        self
    }

    /// Whether somebody would have to do two things at once.
    pub(super) fn asks_twice(&self) -> bool {
        self.staff_ids().into_iter().any(|staff| are_at_once(self.works_of(staff)))
    }
}

fn each_once<'a, T: PartialEq>(all: impl Iterator<Item = &'a T>) -> Vec<&'a T> {
    let mut once: Vec<&T> = Vec::new();
    for one in all {
        if !once.contains(&one) {
            once.push(one);
        }
    }
    once
}
