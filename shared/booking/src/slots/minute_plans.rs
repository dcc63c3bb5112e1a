//! The same for plans: who does what, when and where, tried out minute by minute over every choice of people and rooms.

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

use super::availability::{alternatives, slots};
use super::day::{BranchDay, FURTHEST};
use super::ledger::{Block, DayLedger, LedgerOwner};
use super::minute_model::{
    DAY_MINUTES, MinuteMarks, SomeHold, SomePerson, at, check, day, has, services, some_hold, some_intervals,
    some_person,
};
use super::need::{Need, ServiceNeed};
use super::person::Person;
use super::plan::{PlannedService, best_plan};
use super::reason::Reason;
use super::resource::Resource;
use super::room::Room;
use parlour_setup::branches::SlotPolicy;
use parlour_setup::catalogue::Service;
use parlour_values::id::{BookingId, ServiceId, StaffId};
use parlour_values::time::interval::Interval;
use parlour_values::time::{Instant, Minutes};

#[derive(Clone, Debug)]
struct SomeService {
    duration: u32,
    processing: u32,
    finish: u32,
    buffer: u32,
    group: Option<u32>,
    wished: Option<usize>,
    starts_after: Option<u32>,
}

fn some_service() -> impl Strategy<Value = SomeService> {
    (
        1u32..90,
        option::weighted(0.3, (1u32..60, 0u32..30)),
        prop_oneof![Just(0u32), 1u32..30],
        option::weighted(0.4, 0u32..2),
        option::weighted(0.15, 0usize..3),
    )
        .prop_map(|(worked, processed, buffer, group, wished)| {
            let (processing, finish) = processed.unwrap_or((0, 0));
            let duration = worked + processing + finish;
            SomeService { duration, processing, finish, buffer, group, wished, starts_after: None }
        })
}

/// One after the other, or side by side and then without rooms: of these, the ones that a visit would have twice at the same
/// time are chosen more carefully than the minutes ask for.
fn some_services() -> impl Strategy<Value = Vec<SomeService>> {
    let beside = (some_service(), option::weighted(0.6, 0u32..120));
    let beside = beside.prop_map(|(service, starts_after)| SomeService { starts_after, group: None, ..service });
    prop_oneof![
        3 => vec(some_service(), 0..4),
        1 => vec(beside, 2..4).prop_map(|mut services| {
            services[0].starts_after = None;
            services
        }),
    ]
}

#[derive(Clone, Debug)]
struct SomeRoom {
    group: u32,
    capacity: u32,
    turnaround: u32,
    is_active: bool,
    busy: Vec<SomeHold>,
    blocks: Vec<Interval>,
}

fn some_room() -> impl Strategy<Value = SomeRoom> {
    (
        0u32..2,
        1u32..3,
        prop_oneof![Just(0u32), 1u32..30],
        prop::bool::weighted(0.9),
        vec(some_hold(), 0..=5),
        some_intervals(1),
    )
        .prop_map(|(group, capacity, turnaround, is_active, busy, blocks)| SomeRoom {
            group,
            capacity,
            turnaround,
            is_active,
            busy,
            blocks,
        })
}

impl SomeRoom {
    fn resource(&self, n: usize) -> Resource {
        let then = Instant::from_millis(0);
        Resource {
            id: format!("r{n}").as_str().into(),
            branch_id: "blr".into(),
            name: format!("Room {n}"),
            group: format!("g{}", self.group),
            capacity: self.capacity,
            turnaround: Minutes(self.turnaround),
            is_active: self.is_active,
            created_at: then,
            updated_at: then,
        }
    }

    fn ledger(&self, n: usize, now: Instant) -> DayLedger {
        let mut ledger = DayLedger::of(LedgerOwner::Resource(format!("r{n}").as_str().into()), day());
        for (n, hold) in self.busy.iter().enumerate() {
            ledger.record([hold.busy(n, now)]);
        }
        for (n, time) in self.blocks.iter().enumerate() {
            ledger.block(Block::new(format!("k{n}").as_str().into(), *time));
        }
        ledger
    }

    /// Whether these minutes of the visit can be had: one more at every one of them.
    fn takes(&self, minutes: &[u32], own: Option<usize>) -> bool {
        let others = |minute: u32| {
            let held = self.busy.iter().enumerate().filter(|(n, hold)| Some(*n) != own && !hold.has_run_out);
            held.filter(|(_, hold)| has(&hold.time, minute)).count()
        };
        let is_blocked = |minute: u32| self.blocks.iter().any(|block| has(block, minute));
        self.is_active && minutes.iter().all(|minute| others(*minute) < self.capacity as usize && !is_blocked(*minute))
    }
}

#[derive(Clone, Debug)]
struct SomeDay {
    people: Vec<SomePerson>,
    rooms: Vec<SomeRoom>,
    services: Vec<SomeService>,
    opening: Interval,
    is_closed: bool,
    /// Minutes from the day's midnight to now; negative on the day before.
    now: i64,
    own: Option<usize>,
    start: u32,
}

fn some_day() -> impl Strategy<Value = SomeDay> {
    (
        vec(some_person(), 0..4),
        vec(some_room(), 0..4),
        some_services(),
        prop_oneof![3 => Just((600, 1260)), 1 => (480u32..720, 900u32..1440)],
        prop::bool::weighted(0.05),
        prop_oneof![3 => Just(-600i64), 1 => 0i64..1440],
        option::weighted(0.2, 0usize..3),
        prop_oneof![0u32..1440, (0u32..96).prop_map(|quarter| quarter * 15)],
    )
        .prop_map(|(people, rooms, services, (open, close), is_closed, now, own, start)| SomeDay {
            people,
            rooms,
            services,
            opening: Interval { start: at(open), end: at(close) },
            is_closed,
            now,
            own,
            start,
        })
}

/// The person for each service, and the room where one is needed.
type Choice = (Vec<usize>, Vec<Option<usize>>);

/// The day minute by minute.
struct DrawnDay<'a> {
    some: &'a SomeDay,
    marks: Vec<MinuteMarks>,
    /// The people by how much they have booked, then by id.
    ranked: Vec<usize>,
}

impl<'a> DrawnDay<'a> {
    fn new(some: &'a SomeDay) -> Self {
        let mut ranked: Vec<usize> = (0..some.people.len()).collect();
        ranked.sort_by_key(|person| (some.people[*person].booked(), *person));
        let marks = some.people.iter().map(|person| person.minutes(some.opening, some.own)).collect();
        Self { some, marks, ranked }
    }

    fn length(&self) -> u32 {
        (0..self.some.services.len()).map(|place| self.ends(0, place)).max().unwrap_or(30)
    }

    fn is_shut(&self, start: u32) -> bool {
        let mut minutes = start..start + self.length();
        self.some.is_closed || minutes.any(|minute| minute >= DAY_MINUTES || !has(&self.some.opening, minute))
    }

    fn begins(&self, start: u32, place: usize) -> u32 {
        match self.some.services[place].starts_after {
            Some(after) => start + after,
            None if place == 0 => start,
            None => self.ends(start, place - 1),
        }
    }

    fn ends(&self, start: u32, place: usize) -> u32 {
        self.begins(start, place) + self.some.services[place].duration
    }

    /// The minutes in which a service is worked on.
    fn worked(&self, start: u32, place: usize) -> Vec<u32> {
        let (service, begin) = (&self.some.services[place], self.begins(start, place));
        let pause = service.duration - service.processing - service.finish;
        let is_processing = |minute: u32| minute >= pause && minute < pause + service.processing;
        (0..service.duration).filter(|minute| !is_processing(*minute)).map(|minute| begin + minute).collect()
    }

    /// Why this person cannot do these services of the visit.
    fn obstacle(&self, start: u32, person: usize, places: &[usize]) -> Option<Reason> {
        let (mut worked, mut held) = (Vec::new(), Vec::new());
        // What begins before all of the earlier ones are over belongs to their part of the visit.
        let mut by_time = places.to_vec();
        by_time.sort_by_key(|place| (self.begins(start, *place), self.ends(start, *place)));
        let mut parts: Vec<(u32, Vec<usize>)> = Vec::new();
        for place in by_time {
            let (begin, end) = (self.begins(start, place), self.ends(start, place));
            match parts.last_mut().filter(|(until, _)| begin <= *until) {
                Some((until, part)) => (*until = end.max(*until), part.push(place)).0,
                None => parts.push((end, vec![place])),
            }
        }
        for (_, run) in parts {
            let minutes: Vec<u32> = run.iter().flat_map(|place| self.worked(start, *place)).collect();
            let last = minutes.iter().max().unwrap() + 1;
            let buffer: u32 = run.iter().map(|place| self.some.services[*place].buffer).sum();
            held.extend(minutes.iter().copied().chain(last..(last + buffer).min(DAY_MINUTES)));
            worked.extend(minutes);
        }
        let distinct: BTreeSet<u32> = worked.iter().copied().collect();
        let is_twice_at_once = distinct.len() < worked.len();
        let obstacle = self.some.people[person].obstacle(&self.marks[person], &worked, &held);
        obstacle.or(is_twice_at_once.then_some(Reason::Booked))
    }

    fn may_do(&self, person: usize, place: usize) -> bool {
        let service = &self.some.services[place];
        let wished = service.wished.is_none_or(|wished| wished == person);
        wished && self.some.people[person].can_do(u8::try_from(place).unwrap())
    }

    fn nearest(obstacles: impl Iterator<Item = Option<Reason>>) -> Option<Reason> {
        let obstacles: Vec<Option<Reason>> = obstacles.collect();
        if obstacles.contains(&None) {
            return None;
        }
        let order = [Reason::Booked, Reason::Blocked, Reason::OnLeave, Reason::OffShift];
        order.into_iter().find(|reason| obstacles.contains(&Some(*reason))).or(Some(Reason::OffShift))
    }

    fn people(&self, start: u32) -> Result<Vec<usize>, Reason> {
        let places: Vec<usize> = (0..self.some.services.len()).collect();
        if self.some.services.iter().all(|service| service.wished.is_some()) {
            for place in &places {
                let person = self.some.services[*place].wished.unwrap();
                if person >= self.some.people.len() || !self.may_do(person, *place) {
                    return Err(Reason::OffShift);
                }
                let own: Vec<usize> =
                    places.iter().copied().filter(|place| self.some.services[*place].wished == Some(person)).collect();
                if let Some(obstacle) = self.obstacle(start, person, &own) {
                    return Err(obstacle);
                }
            }
            return Ok(self.some.services.iter().map(|service| service.wished.unwrap()).collect());
        }
        let able =
            || self.ranked.iter().copied().filter(|person| places.iter().all(|place| self.may_do(*person, *place)));
        if let Some(person) = able().find(|person| self.obstacle(start, *person, &places).is_none()) {
            return Ok(vec![person; places.len()]);
        }
        let alone = Self::nearest(able().map(|person| self.obstacle(start, person, &places))).unwrap();
        if places.len() == 1 {
            return Err(alone);
        }
        let mut choices: Vec<Vec<usize>> = vec![Vec::new()];
        for place in &places {
            let next = |chosen: &Vec<usize>| {
                let able = self.ranked.iter().copied().filter(|person| self.may_do(*person, *place));
                able.map(|person| [chosen.as_slice(), &[person]].concat()).collect::<Vec<_>>()
            };
            choices = choices.iter().flat_map(next).collect();
        }
        let fits = |choice: &Vec<usize>| {
            self.ranked.iter().all(|person| {
                let own: Vec<usize> = places.iter().copied().filter(|place| choice[*place] == *person).collect();
                own.is_empty() || self.obstacle(start, *person, &own).is_none()
            })
        };
        if let Some(choice) = choices.into_iter().find(fits) {
            return Ok(choice);
        }
        let single = places.iter().filter_map(|place| {
            let able = self.ranked.iter().copied().filter(|person| self.may_do(*person, *place));
            Self::nearest(able.map(|person| self.obstacle(start, person, &[*place])))
        });
        Err(alone.max(single.min().unwrap_or(Reason::Booked)))
    }

    /// The minutes in which a visit has a room for these services: making it ready ends where the next begins.
    fn used(&self, start: u32, room: usize, places: &[usize]) -> Vec<u32> {
        let turnaround = self.some.rooms[room].turnaround;
        let mut minutes: Vec<u32> = places
            .iter()
            .flat_map(|place| {
                let begin = self.begins(start, *place);
                begin..(begin + self.some.services[*place].duration + turnaround).min(DAY_MINUTES)
            })
            .collect();
        minutes.sort_unstable();
        minutes.dedup();
        minutes
    }

    fn rooms_fit(&self, start: u32, rooms: &[Option<usize>]) -> bool {
        (0..self.some.rooms.len()).all(|room| {
            let places: Vec<usize> = (0..rooms.len()).filter(|place| rooms[*place] == Some(room)).collect();
            places.is_empty() || self.some.rooms[room].takes(&self.used(start, room, &places), self.some.own)
        })
    }

    fn has_rooms(&self, start: u32) -> bool {
        let mut choices: Vec<Vec<Option<usize>>> = vec![Vec::new()];
        for service in &self.some.services {
            let members: Vec<Option<usize>> = match service.group {
                None => vec![None],
                Some(group) => {
                    let of_group = (0..self.some.rooms.len()).filter(|room| self.some.rooms[*room].group == group);
                    of_group.map(Some).collect()
                }
            };
            let next = |chosen: &Vec<Option<usize>>| {
                members.iter().map(|member| [chosen.as_slice(), &[*member]].concat()).collect::<Vec<_>>()
            };
            choices = choices.iter().flat_map(next).collect();
        }
        choices.iter().any(|choice| self.rooms_fit(start, choice))
    }

    /// Why there is no plan, or who does what.
    fn plan(&self, start: u32) -> Result<Vec<usize>, Reason> {
        if self.is_shut(start) {
            return Err(Reason::Closed);
        }
        if self.some.services.is_empty() {
            let minutes: Vec<u32> = (start..start + 30).collect();
            let active = (0..self.some.people.len()).filter(|person| self.some.people[*person].is_active);
            let obstacle = |person: usize| self.some.people[person].obstacle(&self.marks[person], &minutes, &minutes);
            return Self::nearest(active.map(obstacle)).map_or(Ok(Vec::new()), Err);
        }
        let people = self.people(start)?;
        if self.has_rooms(start) { Ok(people) } else { Err(Reason::NoRoom) }
    }

    fn reason(&self, start: u32) -> Option<Reason> {
        let past = i64::from(start) <= self.some.now;
        if past && !self.is_shut(start) { Some(Reason::Past) } else { self.plan(start).err() }
    }
}

fn chosen(plan: &[PlannedService]) -> Choice {
    let number = |id: &str| id[1..].parse::<usize>().unwrap();
    let people = plan.iter().map(|planned| number(planned.staff_id.as_str())).collect();
    let rooms = plan.iter().map(|planned| planned.resource_ids.first().map(|id| number(id.as_str()))).collect();
    (people, rooms)
}

#[test]
fn plans_slots_and_alternatives_agree_with_the_minutes() {
    check(some_day(), |some| {
        let now = Instant::from_millis(day().start().millis() + some.now * 60_000);
        let branch = BranchDay {
            date: day(),
            policy: SlotPolicy::Staffed,
            opening: some.opening,
            has_own_hours: false,
            is_closed: some.is_closed,
            days_ahead: FURTHEST,
            lead: Minutes(0),
            now,
        };
        let need = Need {
            services: some
                .services
                .iter()
                .zip(services(7))
                .map(|(service, id)| ServiceNeed {
                    service_id: id,
                    duration: Minutes(service.duration),
                    processing: Minutes(service.processing),
                    finish: Minutes(service.finish),
                    buffer: Minutes(service.buffer),
                    groups: service.group.map(|group| format!("g{group}")).into_iter().collect(),
                    starts_after: service.starts_after.map(Minutes),
                    wished: service.wished.map(|person| format!("p{person}").as_str().into()),
                    ..ServiceNeed::from(&Service::sample("any"))
                })
                .collect(),
            own: some.own.map(|n| BookingId::from(format!("b{n}"))),
        };
        // A slot of anybody is sought before anything is booked, so there is nothing of one's own.
        let some = if some.services.is_empty() { SomeDay { own: None, ..some } } else { some };
        let kept: Vec<(StaffId, Vec<ServiceId>, DayLedger)> = some
            .people
            .iter()
            .enumerate()
            .map(|(n, person)| {
                let id = StaffId::from(format!("p{n}"));
                let ledger = person.ledger(&id, now);
                (id, person.services(), ledger)
            })
            .collect();
        let people: Vec<Person<'_>> = kept
            .iter()
            .zip(&some.people)
            .map(|((id, services, ledger), person)| {
                Person::on(&branch, id, person.is_active, services, &person.rosters, Some(ledger))
            })
            .collect();
        let kept: Vec<(Resource, DayLedger)> =
            some.rooms.iter().enumerate().map(|(n, room)| (room.resource(n), room.ledger(n, now))).collect();
        let rooms: Vec<Room<'_>> =
            kept.iter().map(|(resource, ledger)| Room { resource, ledger: Some(ledger) }).collect();

        let drawn = DrawnDay::new(&some);
        let found = slots(&branch, &people, &rooms, &need);
        let mut available = Vec::new();
        for (n, slot) in found.iter().enumerate() {
            let start = 600 + 30 * u32::try_from(n).unwrap();
            let expected = drawn.reason(start);
            prop_assert_eq!((slot.time.start.minutes(), slot.reason), (start, expected));
            if expected.is_none() {
                available.push(start);
            }
        }
        prop_assert_eq!(found.len(), 22);

        let expected = drawn.plan(some.start);
        let plan = best_plan(&branch, &people, &rooms, at(some.start), &need);
        prop_assert_eq!(plan.clone().map(|plan| chosen(&plan).0), expected);
        if let Ok(plan) = plan {
            let rooms = chosen(&plan).1;
            for (place, planned) in plan.iter().enumerate() {
                let begin = drawn.begins(some.start, place);
                let time = Interval { start: at(begin), end: at(begin + some.services[place].duration) };
                prop_assert_eq!(planned.time, time);
                let group = rooms[place].map(|room| some.rooms[room].group);
                prop_assert_eq!(group, some.services[place].group);
            }
            prop_assert!(drawn.rooms_fit(some.start, &rooms), "{:?}", rooms);
        }

        let mut nearest = Vec::new();
        while let (true, Some(next)) =
            (nearest.len() < 3, available.iter().copied().min_by_key(|start| start.abs_diff(some.start)))
        {
            nearest.push(next);
            available.retain(|start| *start != next);
        }
        let offered = alternatives(&branch, &people, &rooms, at(some.start), &need);
        prop_assert_eq!(offered.iter().map(|slot| slot.start.minutes()).collect::<Vec<u32>>(), nearest);
        Ok(())
    });
}
