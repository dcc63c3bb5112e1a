//! The people, times and rooms of a visit. One function decides them, for what is offered and for everything that is
//! written.
//!
//! A person who is wished for does the service or nobody does. Otherwise one person for all services is sought, then a change
//! of person between them, without a gap. Among several it is who has the least booked that day, then the lower id. Rooms
//! are chosen once the people are.

use std::collections::HashSet;

use super::day::BranchDay;
use super::need::{Need, ServiceNeed, Work};
use super::person::Person;
use super::reason::Reason;
use super::room::{self, MOST_TRIES, Room};
use parlour_values::id::{BookingId, ResourceId, ServiceId, StaffId};
use parlour_values::time::interval::Interval;
use parlour_values::time::{Minutes, TimeOfDay};

/// How many people one visit may have, and how many rooms.
pub const MOST_PEOPLE: usize = 8;
pub const MOST_ROOMS: usize = 8;

/// One service of a visit with its person, its time and its rooms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlannedService {
    pub service_id: ServiceId,
    pub staff_id: StaffId,
    pub time: Interval,
    pub resource_ids: Vec<ResourceId>,
}

/// The plan of a visit that begins at `start` at a staffed branch, a service after the other as they are needed, or why there
/// is none. Without services it says only whether anybody is free for a slot. Whether the moment has passed is not asked:
/// reception may still book what begins now.
pub fn best_plan(
    day: &BranchDay,
    people: &[Person<'_>],
    rooms: &[Room<'_>],
    start: TimeOfDay,
    need: &Need,
) -> Result<Vec<PlannedService>, Reason> {
    let whole = need.whole(start).ok_or(Reason::Closed)?;
    if day.is_closed || !day.opening.contains(whole) {
        return Err(Reason::Closed);
    }
    if need.services.is_empty() {
        return anybody(day, people, whole).map(|()| Vec::new());
    }
    let times = need.times(start).ok_or(Reason::Closed)?;
    let services: Vec<(&ServiceNeed, Interval)> = need.services.iter().zip(times).collect();
    let staff = PeopleSearch { day, people, services: &services, own: need.own.as_ref() }.choose()?;
    let rooms = room::choose(day, rooms, &services, need.own.as_ref()).ok_or(Reason::NoRoom)?;
    let plan: Vec<PlannedService> = services
        .iter()
        .zip(staff)
        .zip(rooms)
        .map(|(((service, time), staff_id), resource_ids)| PlannedService {
            service_id: service.service_id.clone(),
            staff_id: staff_id.clone(),
            time: *time,
            resource_ids,
        })
        .collect();
    if counted(plan.iter().map(|planned| &planned.staff_id)) > MOST_PEOPLE {
        return Err(Reason::Booked);
    }
    if counted(plan.iter().flat_map(|planned| &planned.resource_ids)) > MOST_ROOMS {
        return Err(Reason::NoRoom);
    }
    Ok(plan)
}

/// The plan of a visit whose people are named, at a branch that refuses nothing: with the rooms that are free for it, or
/// none. `None` if it would run past midnight or nobody is named for a service.
pub fn recorded_plan(
    day: &BranchDay,
    rooms: &[Room<'_>],
    start: TimeOfDay,
    need: &Need,
) -> Option<Vec<PlannedService>> {
    let times = need.times(start)?;
    let services: Vec<(&ServiceNeed, Interval)> = need.services.iter().zip(times).collect();
    let rooms =
        room::choose(day, rooms, &services, need.own.as_ref()).unwrap_or_else(|| vec![Vec::new(); services.len()]);
    let planned = services.iter().zip(rooms).map(|((service, time), resource_ids)| {
        let (service_id, staff_id) = (service.service_id.clone(), service.wished.clone()?);
        Some(PlannedService { service_id, staff_id, time: *time, resource_ids })
    });
    planned.collect()
}

fn counted<T: std::hash::Hash + Eq>(values: impl Iterator<Item = T>) -> usize {
    values.collect::<HashSet<T>>().len()
}

/// Whether anybody is free for a slot.
fn anybody(day: &BranchDay, people: &[Person<'_>], time: Interval) -> Result<(), Reason> {
    let work = Work { time, processing: Minutes(0), finish: Minutes(0), buffer: Minutes(0) };
    let active = people.iter().filter(|person| person.is_active());
    nearest(active.map(|person| person.obstacle(std::iter::once(work), None, day.now))).map_or(Ok(()), Err)
}

/// The reason of whoever is closest to being free; none if somebody is.
fn nearest(obstacles: impl Iterator<Item = Option<Reason>>) -> Option<Reason> {
    let mut nearest = Reason::OffShift;
    for obstacle in obstacles {
        nearest = nearest.max(obstacle?);
    }
    Some(nearest)
}

/// The people who could do a visit alone, in the order given.
pub fn free_people<'a>(day: &BranchDay, people: &[Person<'a>], start: TimeOfDay, need: &Need) -> Vec<&'a StaffId> {
    let Some(whole) = need.whole(start).filter(|whole| !day.is_closed && day.opening.contains(*whole)) else {
        return Vec::new();
    };
    let times = need.times(start).unwrap_or_default();
    let services: Vec<(&ServiceNeed, Interval)> = need.services.iter().zip(times).collect();
    let search = PeopleSearch { day, people, services: &services, own: need.own.as_ref() };
    let slot = Work { time: whole, processing: Minutes(0), finish: Minutes(0), buffer: Minutes(0) };
    let is_free = |person: &Person<'a>| {
        if services.is_empty() {
            person.is_active() && person.obstacle(std::iter::once(slot), need.own.as_ref(), day.now).is_none()
        } else {
            search.can_do_all(person) && search.obstacle(person, 0..services.len()).is_none()
        }
    };
    people.iter().filter(|person| is_free(person)).map(|person| person.staff_id).collect()
}

/// The search for people.
struct PeopleSearch<'a, 'p> {
    day: &'a BranchDay,
    people: &'a [Person<'p>],
    services: &'a [(&'a ServiceNeed, Interval)],
    own: Option<&'a BookingId>,
}

impl<'p> PeopleSearch<'_, 'p> {
    fn choose(&self) -> Result<Vec<&'p StaffId>, Reason> {
        if self.services.iter().all(|(service, _)| service.wished.is_some()) {
            return self.as_wished();
        }
        let mut able: Vec<&Person<'p>> = self.people.iter().filter(|person| self.can_do_all(person)).collect();
        able.sort_by_key(|person| (person.booked, person.staff_id));
        let everything = 0..self.services.len();
        if let Some(person) = able.iter().find(|person| self.obstacle(person, everything.clone()).is_none()) {
            return Ok(vec![person.staff_id; self.services.len()]);
        }
        let alone = nearest(able.iter().map(|person| self.obstacle(person, everything.clone())));
        let refused = |reason: Reason| Err(alone.map_or(reason, |alone| alone.max(reason)));
        if self.services.len() < 2 {
            return refused(Reason::OffShift);
        }
        let candidates: Vec<Vec<&Person<'p>>> = (0..self.services.len()).map(|place| self.candidates(place)).collect();
        let mut chain = Chain {
            search: self,
            candidates: &candidates,
            chosen: Vec::new(),
            is_in_a_row: self.is_in_a_row(),
            failed: HashSet::new(),
            tries: 0,
        };
        if chain.goes_on(0, None) {
            return Ok(chain.chosen.iter().map(|person| person.staff_id).collect());
        }
        // Why a change of person does not help: the service that is furthest from being done.
        let reasons = candidates.iter().enumerate().filter_map(|(place, candidates)| {
            nearest(candidates.iter().map(|person| self.obstacle(person, std::iter::once(place))))
        });
        refused(reasons.min().unwrap_or(Reason::Booked))
    }

    /// Everybody does what they are wished for; services of one person count together.
    fn as_wished(&self) -> Result<Vec<&'p StaffId>, Reason> {
        let mut staff = Vec::with_capacity(self.services.len());
        for (service, _) in self.services {
            let wished = |person: &&Person<'p>| service.wished.as_ref() == Some(person.staff_id);
            let person = self.people.iter().find(wished).filter(|person| person.can_do(&service.service_id));
            let person = person.ok_or(Reason::OffShift)?;
            if !staff.contains(&person.staff_id) {
                let own = self.services.iter().filter(|(other, _)| other.wished == service.wished);
                let works = own.map(|(service, time)| service.work(*time));
                if let Some(obstacle) = person.obstacle(works, self.own, self.day.now) {
                    return Err(obstacle);
                }
            }
            staff.push(person.staff_id);
        }
        Ok(staff)
    }

    fn is_open_to(&self, place: usize, person: &Person<'_>) -> bool {
        self.services.get(place).is_some_and(|(service, _)| {
            person.can_do(&service.service_id) && service.wished.as_ref().is_none_or(|wished| wished == person.staff_id)
        })
    }

    fn can_do_all(&self, person: &Person<'_>) -> bool {
        (0..self.services.len()).all(|place| self.is_open_to(place, person))
    }

    /// The people who may do this service, the best first.
    fn candidates(&self, place: usize) -> Vec<&Person<'p>> {
        let mut able: Vec<&Person<'p>> = self.people.iter().filter(|person| self.is_open_to(place, person)).collect();
        able.sort_by_key(|person| (person.booked, person.staff_id));
        able
    }

    /// Why this person cannot do all of these services.
    fn obstacle(&self, person: &Person<'_>, places: impl Iterator<Item = usize> + Clone) -> Option<Reason> {
        let services = places.filter_map(|place| self.services.get(place));
        person.obstacle(services.map(|(service, time)| service.work(*time)), self.own, self.day.now)
    }

    fn is_in_a_row(&self) -> bool {
        let times = self.services.iter().map(|(_, time)| time);
        times.clone().zip(times.skip(1)).all(|(one, next)| one.end <= next.start)
    }
}

/// People one after the other, or side by side.
struct Chain<'a, 'b, 'p> {
    search: &'a PeopleSearch<'b, 'p>,
    candidates: &'a [Vec<&'a Person<'p>>],
    chosen: Vec<&'a Person<'p>>,
    /// Each service begins when the one before it is over, or later. What is possible behind one then depends only on who
    /// does it and since when they have been at it: a dead end is tried once.
    is_in_a_row: bool,
    failed: HashSet<(usize, &'p str, usize)>,
    tries: u32,
}

impl<'p> Chain<'_, '_, 'p> {
    fn goes_on(&mut self, place: usize, before: Option<(&StaffId, usize)>) -> bool {
        let Some(candidates) = self.candidates.get(place) else { return true };
        for person in candidates {
            let since = before.filter(|(staff, _)| *staff == person.staff_id).map_or(place, |(_, since)| since);
            let tried = (place, person.staff_id.as_str(), since);
            if self.is_tried(tried) {
                continue;
            }
            if self.obstacle(person, since, place).is_none() {
                self.chosen.push(person);
                if self.goes_on(place.saturating_add(1), Some((person.staff_id, since))) {
                    return true;
                }
                self.chosen.pop();
            }
            self.failed.insert(tried);
        }
        false
    }

    fn is_tried(&mut self, tried: (usize, &'p str, usize)) -> bool {
        if self.is_in_a_row {
            return self.failed.contains(&tried);
        }
        self.tries = self.tries.saturating_add(1);
        self.tries > MOST_TRIES
    }

    /// Why the person cannot do this service besides their others: those that they have been at since then or, side by
    /// side, any.
    fn obstacle(&self, person: &Person<'_>, since: usize, place: usize) -> Option<Reason> {
        if self.is_in_a_row {
            return self.search.obstacle(person, since..=place);
        }
        let own = self.chosen.iter().enumerate().filter(|(_, other)| other.staff_id == person.staff_id);
        self.search.obstacle(person, own.map(|(own, _)| own).chain([place]))
    }
}
