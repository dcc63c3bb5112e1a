//! The time a visit asks of people and rooms: how long, and how much of it somebody works.

use parlour_setup::catalogue::Service;
use parlour_values::id::{BookingId, ResourceId, ServiceId, StaffId};
use parlour_values::time::interval::{Interval, union};
use parlour_values::time::{Minutes, TimeOfDay};

/// Browsing the schedule before services are chosen asks for this long.
pub const SLOT: Minutes = Minutes(30);

/// The minutes of one service. Its person works at their beginning and at their end, and is free while it processes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Work {
    pub time: Interval,
    pub processing: Minutes,
    pub finish: Minutes,
    /// Kept free behind it.
    pub buffer: Minutes,
}

impl Work {
    /// When the person works on it.
    pub fn at_work(&self) -> impl Iterator<Item = Interval> + use<> {
        let before = |end: TimeOfDay, minutes: Minutes| {
            TimeOfDay::from_minutes(end.minutes().saturating_sub(minutes.0)).unwrap_or(TimeOfDay::MIDNIGHT)
        };
        let finishing = before(self.time.end, self.finish);
        let processing = before(finishing, self.processing);
        let parts = if self.processing == Minutes(0) {
            [Some(self.time), None]
        } else {
            [Interval::new(self.time.start, processing), Interval::new(finishing, self.time.end)]
        };
        parts.into_iter().flatten()
    }
}

/// Whether a person who does all of these would have to work on two of them at once.
pub fn are_at_once(works: impl IntoIterator<Item = Work>) -> bool {
    let mut at_work: Vec<Interval> = works.into_iter().flat_map(|work| work.at_work()).collect();
    at_work.sort_unstable();
    at_work.iter().zip(at_work.iter().skip(1)).any(|(one, next)| one.overlaps(*next))
}

/// The time that these services of one visit take of one person's day. Services that follow each other are one part of the
/// visit, and their buffers come together behind it.
pub fn held_of_person(works: impl IntoIterator<Item = Work>) -> Vec<Interval> {
    let mut works: Vec<Work> = works.into_iter().collect();
    works.sort_by_key(|work| work.time);
    let mut held = Vec::with_capacity(works.len().saturating_add(1));
    let mut part: Option<PersonsPart> = None;
    for work in works {
        if let Some(over) = part.take_if(|part| part.until < work.time.start) {
            held.push(over.tail());
        }
        let part = part.get_or_insert(PersonsPart { until: work.time.end, last: work.time.start, buffer: Minutes(0) });
        for at_work in work.at_work() {
            part.last = part.last.max(at_work.end);
            held.push(at_work);
        }
        part.until = part.until.max(work.time.end);
        part.buffer = part.buffer.plus(work.buffer);
    }
    held.extend(part.map(|part| part.tail()));
    union(held)
}

/// Services of one person that follow each other.
struct PersonsPart {
    until: TimeOfDay,
    /// When the person's work on them ends.
    last: TimeOfDay,
    buffer: Minutes,
}

impl PersonsPart {
    fn tail(&self) -> Interval {
        Interval::from_start(self.last, self.buffer)
    }
}

/// The time that these services of one visit take of one room: each its minutes and what it takes to make the room ready,
/// which is not done between two services of the same visit.
pub fn held_of_room(times: impl IntoIterator<Item = Interval>, turnaround: Minutes) -> Vec<Interval> {
    let mut times: Vec<Interval> = times.into_iter().collect();
    times.sort_unstable();
    let held = times.iter().map(|time| {
        let ready = Interval::from_start(time.end, turnaround).end;
        let next = times.iter().map(|other| other.start).filter(|start| *start >= time.end).min();
        Interval { start: time.start, end: next.map_or(ready, |next| ready.min(next)) }
    });
    held.collect()
}

/// One service of a visit that is to be fitted in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ServiceNeed {
    pub service_id: ServiceId,
    pub duration: Minutes,
    pub processing: Minutes,
    pub finish: Minutes,
    pub buffer: Minutes,
    /// One of each of these groups of rooms and equipment.
    pub groups: Vec<String>,
    /// That person or nobody.
    pub wished: Option<StaffId>,
    /// How long after the visit's start it begins; none: when the one before it ends.
    pub starts_after: Option<Minutes>,
    /// Rooms that were named; what else its groups ask for is chosen.
    pub rooms: Vec<ResourceId>,
}

impl From<&Service> for ServiceNeed {
    fn from(service: &Service) -> Self {
        Self {
            service_id: service.id.clone(),
            duration: service.duration,
            processing: service.processing,
            finish: service.finish,
            buffer: service.buffer,
            groups: service.needs.clone(),
            wished: None,
            starts_after: None,
            rooms: Vec::new(),
        }
    }
}

impl ServiceNeed {
    pub fn work(&self, time: Interval) -> Work {
        Work { time, processing: self.processing, finish: self.finish, buffer: self.buffer }
    }
}

/// The time, the services and the rooms to fit in.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Need {
    /// None: one slot of anybody.
    pub services: Vec<ServiceNeed>,
    /// The booking that is being moved: its own time does not count as taken.
    pub own: Option<BookingId>,
}

impl Need {
    /// For browsing the schedule before services are chosen.
    pub fn one_slot() -> Self {
        Self::default()
    }

    pub fn of<'a>(services: impl IntoIterator<Item = &'a Service>) -> Self {
        Self { services: services.into_iter().map(ServiceNeed::from).collect(), own: None }
    }

    /// The same by this person.
    #[must_use]
    pub fn by(mut self, staff: Option<&StaffId>) -> Self {
        if let Some(staff) = staff {
            self.services.iter_mut().for_each(|service| service.wished = Some(staff.clone()));
        }
        self
    }

    pub fn service_ids(&self) -> Vec<ServiceId> {
        self.services.iter().map(|service| service.service_id.clone()).collect()
    }

    /// The groups of rooms that it asks for, each once.
    pub fn groups(&self) -> Vec<String> {
        let mut groups: Vec<String> = self.services.iter().flat_map(|service| service.groups.iter().cloned()).collect();
        groups.sort_unstable();
        groups.dedup();
        groups
    }

    /// The minutes of each service of a visit that begins then; `None` if it would run past midnight.
    pub fn times(&self, start: TimeOfDay) -> Option<Vec<Interval>> {
        let mut next = start;
        let times = self.services.iter().map(|service| {
            let start = service.starts_after.map_or(Some(next), |after| start.plus(after))?;
            let time = Interval { start, end: start.plus(service.duration)? };
            next = time.end;
            Some(time)
        });
        times.collect()
    }

    /// From the first minute of a visit that begins then to its last; `None` if it would run past midnight.
    pub fn whole(&self, start: TimeOfDay) -> Option<Interval> {
        if self.services.is_empty() {
            return start.plus(SLOT).map(|end| Interval { start, end });
        }
        let times = self.times(start)?;
        let (first, last) = (times.iter().map(|time| time.start).min()?, times.iter().map(|time| time.end).max()?);
        Some(Interval { start: first, end: last })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slots::spans::{span, spans};

    fn work(time: &str, processing: u32, finish: u32, buffer: u32) -> Work {
        let (processing, finish, buffer) = (Minutes(processing), Minutes(finish), Minutes(buffer));
        Work { time: span(time), processing, finish, buffer }
    }

    #[test]
    fn a_person_is_free_while_it_processes() {
        let at_work = |work: Work| work.at_work().collect::<Vec<_>>();
        assert_eq!(at_work(work("10:00-11:30", 40, 20, 0)), spans(&["10:00-10:30", "11:10-11:30"]));
        assert_eq!(at_work(work("10:00-11:30", 40, 0, 0)), spans(&["10:00-10:50"]));
        assert_eq!(at_work(work("10:00-11:30", 0, 20, 0)), spans(&["10:00-11:30"]));
    }

    #[test]
    fn a_person_works_on_one_service_at_a_time_and_on_another_while_the_first_processes() {
        let (colour, cut) = (work("10:00-11:30", 40, 20, 10), work("10:30-11:00", 0, 0, 10));
        assert!(!are_at_once([colour, cut]));
        assert!(!are_at_once([work("11:00-11:30", 0, 0, 0), cut]), "buffers are not work");
        assert!(are_at_once([work("11:00-11:30", 0, 0, 0), colour]));
        assert!(are_at_once([cut, work("12:00-13:00", 0, 0, 0), work("10:00-12:00", 0, 0, 0)]));
        assert!(!are_at_once([]));
    }

    #[test]
    fn a_person_s_buffers_come_together_behind_their_part() {
        let one = [work("10:00-10:30", 0, 0, 10), work("10:30-11:00", 0, 0, 5)];
        assert_eq!(held_of_person(one), spans(&["10:00-11:15"]));
        let apart = [work("11:30-12:00", 0, 0, 5), work("10:00-10:30", 0, 0, 10)];
        assert_eq!(held_of_person(apart), spans(&["10:00-10:40", "11:30-12:05"]));
        let processing = [work("10:00-11:30", 40, 20, 10)];
        assert_eq!(held_of_person(processing), spans(&["10:00-10:30", "11:10-11:40"]));
        let unfinished = [work("10:00-11:30", 40, 0, 10)];
        assert_eq!(held_of_person(unfinished), spans(&["10:00-11:00"]));
        let meanwhile = [work("10:00-11:30", 40, 20, 10), work("10:30-11:00", 0, 0, 5)];
        assert_eq!(held_of_person(meanwhile), spans(&["10:00-11:00", "11:10-11:45"]));
        assert_eq!(held_of_person([work("23:00-24:00", 0, 0, 10)]), spans(&["23:00-24:00"]));
        assert_eq!(held_of_person([]), []);
    }

    #[test]
    fn a_room_is_made_ready_behind_the_last_of_its_services() {
        let held = |times: &[&str]| held_of_room(spans(times), Minutes(15));
        assert_eq!(held(&["10:00-11:00"]), spans(&["10:00-11:15"]));
        assert_eq!(held(&["11:00-11:30", "10:00-11:00"]), spans(&["10:00-11:00", "11:00-11:45"]));
        assert_eq!(held(&["10:00-11:00", "11:10-11:30"]), spans(&["10:00-11:10", "11:10-11:45"]));
        assert_eq!(held(&["10:00-11:00", "10:30-11:30"]), spans(&["10:00-11:15", "10:30-11:45"]));
    }

    #[test]
    fn services_follow_each_other_unless_they_say_when() {
        let service = |minutes, starts_after: Option<u32>| ServiceNeed {
            starts_after: starts_after.map(Minutes),
            duration: Minutes(minutes),
            ..ServiceNeed::from(&Service::sample("cut"))
        };
        let need = |services: Vec<ServiceNeed>| Need { services, own: None };
        let start = "10:00".parse().unwrap();
        let following = need(vec![service(30, None), service(45, None)]);
        assert_eq!(following.times(start), Some(spans(&["10:00-10:30", "10:30-11:15"])));
        let beside = need(vec![service(60, Some(15)), service(30, Some(0)), service(30, None)]);
        assert_eq!(beside.times(start), Some(spans(&["10:15-11:15", "10:00-10:30", "10:30-11:00"])));
        assert_eq!(beside.whole(start), Some(span("10:00-11:15")));
        assert_eq!(following.whole("23:00".parse().unwrap()), None);
        assert_eq!(Need::one_slot().whole(start), Some(span("10:00-10:30")));
    }
}
