//! Property tests: a simple model of the same rules, minute by minute, must agree with the implementation on random
//! days. `PARLOUR_CASES` sets how many.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::availability::{BranchDay, FURTHEST, Need, Person, Reason, alternatives, free_people, slots};
use super::ledger::{Block, Busy, DayLedger, Occupied};
use super::roster::{DayException, RosterDay, WeeklyRoster};
use parlour_setup::branches::SlotPolicy;
use parlour_values::id::{BookingId, ServiceId, StaffId};
use parlour_values::time::interval::{Interval, covers, subtract, union};
use parlour_values::time::{IstDate, Minutes, TimeOfDay};

fn check<S: Strategy>(strategy: S, test: impl Fn(S::Value) -> Result<(), TestCaseError>) {
    let cases = std::env::var("PARLOUR_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(300);
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    // A fast generator: the numbers need not be unguessable.
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::XorShift))
        .run(&strategy, test)
        .unwrap_or_else(|error| panic!("{error}"));
}

const DAY_MINUTES: u32 = 1440;

fn day() -> IstDate {
    "2026-11-17".parse().unwrap()
}

fn at(minutes: u32) -> TimeOfDay {
    TimeOfDay::from_minutes(minutes).unwrap()
}

fn has(interval: &Interval, minute: u32) -> bool {
    interval.start.minutes() <= minute && minute < interval.end.minutes()
}

/// Mostly on the quarter hour, so that adjacent intervals are frequent.
fn some_interval() -> impl Strategy<Value = Interval> {
    (0u32..95, 1u32..24, 0u32..8).prop_map(|(start, length, jitter)| {
        let (start, end) = (start * 15 + jitter / 7, start * 15 + length * 15);
        Interval { start: at(start), end: at(end.min(DAY_MINUTES)) }
    })
}

fn some_intervals(most: usize) -> impl Strategy<Value = Vec<Interval>> {
    vec(some_interval(), 0..=most)
}

#[derive(Clone, Debug)]
struct SomePerson {
    is_active: bool,
    /// Bit n: can do service n.
    skills: u8,
    rosters: Vec<WeeklyRoster>,
    exception: Option<DayException>,
    busy: Vec<Interval>,
    blocks: Vec<Interval>,
    on_leave: bool,
}

fn some_roster() -> impl Strategy<Value = WeeklyRoster> {
    (0u64..4, 1u32..4, some_intervals(2), some_intervals(2)).prop_map(|(back, weekday, shifts, breaks)| WeeklyRoster {
        // One of them takes effect a day later and must be ignored.
        effective_from: day().plus_days(1).minus_days(back),
        days: vec![RosterDay { weekday, shifts, breaks }],
    })
}

fn some_exception() -> impl Strategy<Value = DayException> {
    option::weighted(0.7, (some_intervals(2), some_intervals(1))).prop_map(|shifts| match shifts {
        None => DayException::Off,
        Some((shifts, breaks)) => DayException::Shifts { shifts, breaks },
    })
}

fn some_person() -> impl Strategy<Value = SomePerson> {
    (
        prop::bool::weighted(0.9),
        prop_oneof![2 => Just(7u8), 1 => 0u8..8],
        vec(some_roster(), 0..3),
        option::weighted(0.2, some_exception()),
        some_intervals(4),
        some_intervals(2),
        prop::bool::weighted(0.15),
    )
        .prop_map(|(is_active, skills, rosters, exception, busy, blocks, on_leave)| SomePerson {
            is_active,
            skills,
            rosters,
            exception,
            busy,
            blocks,
            on_leave,
        })
}

impl SomePerson {
    fn ledger(&self, id: &StaffId) -> DayLedger {
        let mut ledger = DayLedger::empty(id.clone(), day());
        ledger.exception = self.exception.clone();
        for (n, hold) in self.busy.iter().enumerate() {
            ledger.record(Busy::new(*hold, format!("b{n}").as_str().into(), "blr".into(), true));
        }
        for (n, time) in self.blocks.iter().enumerate() {
            ledger.block(Block::new(format!("k{n}").as_str().into(), *time));
        }
        if self.on_leave {
            ledger.give_leave("leave".into());
        }
        ledger
    }

    fn services(&self) -> Vec<ServiceId> {
        services(self.skills)
    }

    /// Every minute of the day with its marks.
    fn minutes(&self, opening: Interval, own: Option<usize>) -> Marks {
        let mut marks = Marks::new();
        let (shifts, breaks) = self.plan(opening);
        shifts.iter().for_each(|shift| marks.set(shift, WORKING));
        breaks.iter().for_each(|pause| marks.clear(pause, WORKING));
        self.blocks.iter().for_each(|block| marks.set(block, BLOCKED));
        for (n, hold) in self.busy.iter().enumerate() {
            if Some(n) != own {
                marks.set(hold, BOOKED);
            }
        }
        marks
    }

    fn plan(&self, opening: Interval) -> (Vec<Interval>, Vec<Interval>) {
        match &self.exception {
            Some(DayException::Off) => return (vec![], vec![]),
            Some(DayException::Shifts { shifts, breaks }) => return (shifts.clone(), breaks.clone()),
            None => {}
        }
        let mut in_effect: Option<&WeeklyRoster> = None;
        for roster in &self.rosters {
            let newer = in_effect.is_none_or(|other| roster.effective_from >= other.effective_from);
            if roster.effective_from <= day() && newer {
                in_effect = Some(roster);
            }
        }
        match in_effect {
            None => (vec![opening], vec![]),
            Some(WeeklyRoster { days, .. }) if days[0].weekday == 2 => (days[0].shifts.clone(), days[0].breaks.clone()),
            Some(_) => (vec![], vec![]),
        }
    }

    fn can_do(&self, wanted: u8) -> bool {
        self.is_active && self.skills & wanted == wanted
    }

    fn obstacle(&self, marks: &Marks, start: u32, service: u32, buffer: u32) -> Option<Reason> {
        if start + service > DAY_MINUTES || !marks.all(start, start + service, WORKING) {
            return Some(Reason::OffShift);
        }
        let end = (start + service + buffer).min(DAY_MINUTES);
        if self.on_leave {
            Some(Reason::OnLeave)
        } else if marks.any(start, end, BLOCKED) {
            Some(Reason::Blocked)
        } else if marks.any(start, end, BOOKED) {
            Some(Reason::Booked)
        } else {
            None
        }
    }
}

const WORKING: u8 = 1;
const BLOCKED: u8 = 2;
const BOOKED: u8 = 4;

/// A byte per minute of the day; the meaning of a bit is up to the caller.
struct Marks([u8; DAY_MINUTES as usize]);

impl Marks {
    fn new() -> Self {
        Self([0; DAY_MINUTES as usize])
    }

    fn part(&mut self, interval: &Interval) -> &mut [u8] {
        &mut self.0[interval.start.minutes() as usize..interval.end.minutes() as usize]
    }

    fn set(&mut self, interval: &Interval, bits: u8) {
        for minute in self.part(interval) {
            *minute |= bits;
        }
    }

    fn clear(&mut self, interval: &Interval, bits: u8) {
        for minute in self.part(interval) {
            *minute &= !bits;
        }
    }

    /// Clears the bit of `id` everywhere; returns whether it was set.
    fn remove(&mut self, id: u32) -> bool {
        let was_there = self.any(0, DAY_MINUTES, 1 << id);
        if was_there {
            self.0.iter_mut().for_each(|minute| *minute &= !(1 << id));
        }
        was_there
    }

    fn move_to(&mut self, id: u32, interval: &Interval) {
        self.remove(id);
        self.set(interval, 1 << id);
    }

    fn any(&self, start: u32, end: u32, bits: u8) -> bool {
        self.0[start as usize..end as usize].iter().any(|minute| minute & bits != 0)
    }

    fn all(&self, start: u32, end: u32, bits: u8) -> bool {
        self.0[start as usize..end as usize].iter().all(|minute| minute & bits == bits)
    }
}

fn services(bits: u8) -> Vec<ServiceId> {
    (0..3).filter(|bit| bits & (1 << bit) != 0).map(|bit: u8| format!("s{bit}").as_str().into()).collect()
}

#[derive(Clone, Debug)]
struct SomeDay {
    people: Vec<SomePerson>,
    opening: Interval,
    is_closed: bool,
    /// Minutes from the day's midnight to now; negative on the day before.
    now: i64,
    wanted: u8,
    service: u32,
    buffer: u32,
    own: Option<usize>,
    start: u32,
}

fn some_day() -> impl Strategy<Value = SomeDay> {
    (
        vec(some_person(), 0..4),
        prop_oneof![3 => Just((600, 1260)), 1 => (480u32..720, 900u32..1440)],
        prop::bool::weighted(0.05),
        prop_oneof![3 => Just(-600i64), 1 => 0i64..1440],
        prop_oneof![Just(0u8), Just(1), Just(3), Just(7)],
        1u32..180,
        prop_oneof![Just(0u32), 1u32..30],
        option::weighted(0.2, 0usize..3),
        prop_oneof![0u32..1440, (0u32..96).prop_map(|quarter| quarter * 15)],
    )
        .prop_map(|(people, (open, close), is_closed, now, wanted, service, buffer, own, start)| SomeDay {
            people,
            opening: Interval { start: at(open), end: at(close) },
            is_closed,
            now,
            wanted,
            service,
            buffer,
            own,
            start,
        })
}

/// The day minute by minute: the branch and everybody who can do the services.
struct Drawn<'a> {
    some: &'a SomeDay,
    able: Vec<(usize, &'a SomePerson, Marks)>,
}

impl<'a> Drawn<'a> {
    fn new(some: &'a SomeDay) -> Self {
        let able = some.people.iter().enumerate().filter(|(_, person)| person.can_do(some.wanted));
        Self { some, able: able.map(|(n, person)| (n, person, person.minutes(some.opening, some.own))).collect() }
    }

    fn is_shut(&self, start: u32) -> bool {
        let mut minutes = start..start + self.some.service;
        self.some.is_closed || minutes.any(|minute| minute >= DAY_MINUTES || !has(&self.some.opening, minute))
    }

    fn obstacles(&self, start: u32) -> impl Iterator<Item = (usize, Option<Reason>)> {
        let SomeDay { service, buffer, .. } = *self.some;
        self.able.iter().map(move |(n, person, marks)| (*n, person.obstacle(marks, start, service, buffer)))
    }

    fn reason(&self, start: u32) -> Option<Reason> {
        if self.is_shut(start) {
            return Some(Reason::Closed);
        }
        if i64::from(start) <= self.some.now {
            return Some(Reason::Past);
        }
        let obstacles: Vec<Option<Reason>> = self.obstacles(start).map(|(_, obstacle)| obstacle).collect();
        if obstacles.contains(&None) {
            return None;
        }
        let mut nearest_first = [Reason::Booked, Reason::Blocked, Reason::OnLeave].into_iter();
        nearest_first.find(|reason| obstacles.contains(&Some(*reason))).or(Some(Reason::OffShift))
    }

    fn free(&self, start: u32) -> Vec<String> {
        if self.is_shut(start) {
            return Vec::new();
        }
        self.obstacles(start).filter(|(_, obstacle)| obstacle.is_none()).map(|(n, _)| format!("p{n}")).collect()
    }
}

#[test]
fn staffed_slots_people_and_alternatives_agree_with_the_minutes() {
    check(some_day(), |some| {
        let branch = BranchDay {
            date: day(),
            policy: SlotPolicy::Staffed,
            opening: some.opening,
            has_own_hours: false,
            lead: Minutes(0),
            is_closed: some.is_closed,
            days_ahead: FURTHEST,
            now: parlour_values::time::Instant::from_millis(day().start().millis() + some.now * 60_000),
        };
        let need = Need {
            services: services(some.wanted),
            service_minutes: Minutes(some.service),
            buffer_minutes: Minutes(some.buffer),
            own: some.own.map(|n| format!("b{n}").as_str().into()),
        };
        let kept: Vec<(StaffId, Vec<ServiceId>, DayLedger)> = (0..)
            .zip(&some.people)
            .map(|(n, person)| {
                let id = StaffId::from(format!("p{n}"));
                let ledger = person.ledger(&id);
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

        let drawn = Drawn::new(&some);
        let found = slots(&branch, &people, &need);
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

        let free: Vec<String> =
            free_people(&branch, &people, at(some.start), &need).iter().map(ToString::to_string).collect();
        prop_assert_eq!(free, drawn.free(some.start));

        let mut nearest = Vec::new();
        while let (true, Some(next)) =
            (nearest.len() < 3, available.iter().copied().min_by_key(|start| start.abs_diff(some.start)))
        {
            nearest.push(next);
            available.retain(|start| *start != next);
        }
        let offered: Vec<u32> =
            alternatives(&branch, &people, at(some.start), &need).iter().map(|slot| slot.start.minutes()).collect();
        prop_assert_eq!(offered, nearest);
        Ok(())
    });
}

const MERGED: u8 = 1;
const LEFT: u8 = 2;

#[test]
fn unions_and_cuts_agree_with_the_minutes() {
    check((some_intervals(6), some_intervals(6), some_interval()), |(whole, cuts, wanted)| {
        let (merged, left) = (union(whole.iter().copied()), subtract(&whole, &cuts));
        let (mut expected, mut found) = (Marks::new(), Marks::new());
        whole.iter().for_each(|interval| expected.set(interval, MERGED | LEFT));
        cuts.iter().for_each(|cut| expected.clear(cut, LEFT));
        merged.iter().for_each(|interval| found.set(interval, MERGED));
        left.iter().for_each(|interval| found.set(interval, LEFT));
        prop_assert!(expected.0 == found.0);
        for set in [&merged, &left] {
            prop_assert!(set.iter().all(|interval| interval.is_forward()));
            prop_assert!(set.windows(2).all(|pair| pair[0].end < pair[1].start));
        }
        let inside = expected.all(wanted.start.minutes(), wanted.end.minutes(), LEFT);
        prop_assert_eq!(covers(&left, wanted), inside);
        Ok(())
    });
}

#[derive(Clone, Debug)]
enum Step {
    Claim(u32, Interval),
    Record(u32, Interval),
    Release(u32),
    Block(u32, Interval),
    Unblock(u32),
    Leave(bool),
}

fn some_step() -> impl Strategy<Value = Step> {
    prop_oneof![
        8 => (0u32..8, some_interval()).prop_map(|(id, time)| Step::Claim(id, time)),
        2 => (0u32..8, some_interval()).prop_map(|(id, time)| Step::Record(id, time)),
        3 => (0u32..8).prop_map(Step::Release),
        1 => (0u32..2, some_interval()).prop_map(|(id, time)| Step::Block(id, time)),
        2 => (0u32..2).prop_map(Step::Unblock),
        1 => prop::bool::weighted(0.3).prop_map(Step::Leave),
    ]
}

/// For any sequence of claims, records, releases and blocks: a claim succeeds exactly if all its minutes are free of
/// others, and the ledger holds exactly what was taken and not released.
#[test]
fn the_ledger_agrees_with_the_minutes_after_every_step() {
    check(vec(some_step(), 1..24), |steps| {
        let mut ledger = DayLedger::empty("meera".into(), day());
        // Booking n is bit n of its minutes; block n is bit n of another set.
        let (mut held, mut blocked, mut leave) = (Marks::new(), Marks::new(), false);
        let booking = |id: u32| BookingId::from(format!("b{id}"));
        let busy = |id, time| Busy::new(time, booking(id), "blr".into(), true);
        for step in steps {
            match step {
                Step::Claim(id, time) => {
                    let (start, end) = (time.start.minutes(), time.end.minutes());
                    let expected = if leave {
                        Err(Occupied::OnLeave)
                    } else if blocked.any(start, end, u8::MAX) {
                        Err(Occupied::Blocked)
                    } else if held.any(start, end, !(1 << id)) {
                        Err(Occupied::Booked)
                    } else {
                        Ok(())
                    };
                    prop_assert_eq!(ledger.claim(busy(id, time)), expected);
                    if expected.is_ok() {
                        held.move_to(id, &time);
                    }
                }
                Step::Record(id, time) => {
                    ledger.record(busy(id, time));
                    held.move_to(id, &time);
                }
                Step::Release(id) => {
                    prop_assert_eq!(ledger.release(&booking(id)), held.remove(id));
                }
                Step::Block(id, time) => {
                    ledger.block(Block::new(format!("k{id}").as_str().into(), time));
                    blocked.move_to(id, &time);
                }
                Step::Unblock(id) => {
                    prop_assert_eq!(ledger.unblock(&format!("k{id}").as_str().into()), blocked.remove(id));
                }
                Step::Leave(given) => {
                    if given {
                        ledger.give_leave("leave".into());
                    } else {
                        prop_assert_eq!(ledger.take_back_leave(&"leave".into()), leave);
                    }
                    leave = given;
                }
            }
        }
        let mut kept = Marks::new();
        for busy in ledger.busy() {
            let id: u32 = busy.booking_id.as_str().trim_start_matches('b').parse().unwrap();
            prop_assert!(!kept.any(0, DAY_MINUTES, 1 << id), "{} is there twice", busy.booking_id);
            kept.set(&busy.hold(), 1 << id);
        }
        prop_assert!(kept.0 == held.0);
        Ok(())
    });
}
