//! Property tests: a simple model of the same rules, minute by minute, must agree with the implementation on random
//! days. `PARLOUR_CASES` sets how many.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::ledger::{Block, Busy, DayLedger, Occupied};
use super::reason::Reason;
use super::roster::{DayException, RosterDay, WeeklyRoster};
use parlour_values::id::{BookingId, ServiceId, StaffId};
use parlour_values::time::interval::{Interval, covers, subtract, union};
use parlour_values::time::{Instant, IstDate, TimeOfDay};

pub(super) fn check<S: Strategy>(strategy: S, test: impl Fn(S::Value) -> Result<(), TestCaseError>) {
    let cases = std::env::var("PARLOUR_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(300);
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    // A fast generator: the numbers need not be unguessable.
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::XorShift))
        .run(&strategy, test)
        .unwrap_or_else(|error| panic!("{error}"));
}

pub(super) const DAY_MINUTES: u32 = 1440;

pub(super) fn day() -> IstDate {
    "2026-11-17".parse().unwrap()
}

pub(super) fn at(minutes: u32) -> TimeOfDay {
    TimeOfDay::from_minutes(minutes).unwrap()
}

pub(super) fn has(interval: &Interval, minute: u32) -> bool {
    interval.start.minutes() <= minute && minute < interval.end.minutes()
}

/// Mostly on the quarter hour, so that adjacent intervals are frequent.
pub(super) fn some_interval() -> impl Strategy<Value = Interval> {
    (0u32..95, 1u32..24, 0u32..8).prop_map(|(start, length, jitter)| {
        let (start, end) = (start * 15 + jitter / 7, start * 15 + length * 15);
        Interval { start: at(start), end: at(end.min(DAY_MINUTES)) }
    })
}

pub(super) fn some_intervals(most: usize) -> impl Strategy<Value = Vec<Interval>> {
    vec(some_interval(), 0..=most)
}

/// Time that somebody else has: booked, or offered and perhaps no longer held.
#[derive(Clone, Copy, Debug)]
pub(super) struct SomeHold {
    pub time: Interval,
    pub is_offer: bool,
    pub has_run_out: bool,
}

pub(super) fn some_hold() -> impl Strategy<Value = SomeHold> {
    (some_interval(), prop::bool::weighted(0.25), any::<bool>()).prop_map(|(time, is_offer, has_run_out)| SomeHold {
        time,
        is_offer,
        has_run_out: is_offer && has_run_out,
    })
}

impl SomeHold {
    /// The nth of a day. An offer ends this millisecond or the next.
    pub fn busy(self, n: usize, now: Instant) -> Busy {
        let (id, branch) = (BookingId::from(format!("b{n}")), "blr".into());
        if self.is_offer {
            let until = Instant::from_millis(now.millis() + i64::from(!self.has_run_out));
            Busy::offered(self.time, id, branch, until)
        } else {
            Busy::new(self.time, id, branch, true)
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct SomePerson {
    pub is_active: bool,
    /// Bit n: can do service n.
    skills: u8,
    pub rosters: Vec<WeeklyRoster>,
    exception: Option<DayException>,
    busy: Vec<SomeHold>,
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

pub(super) fn some_person() -> impl Strategy<Value = SomePerson> {
    (
        prop::bool::weighted(0.9),
        prop_oneof![2 => Just(7u8), 1 => 0u8..8],
        vec(some_roster(), 0..3),
        option::weighted(0.2, some_exception()),
        vec(some_hold(), 0..=4),
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
    pub fn ledger(&self, id: &StaffId, now: Instant) -> DayLedger {
        let mut ledger = DayLedger::empty(id.clone(), day());
        ledger.exception = self.exception.clone();
        for (n, hold) in self.busy.iter().enumerate() {
            ledger.record([hold.busy(n, now)]);
        }
        for (n, time) in self.blocks.iter().enumerate() {
            ledger.block(Block::new(format!("k{n}").as_str().into(), *time));
        }
        if self.on_leave {
            ledger.give_leave("leave".into());
        }
        ledger
    }

    pub fn services(&self) -> Vec<ServiceId> {
        services(self.skills)
    }

    /// Every minute of the day with its marks.
    pub fn minutes(&self, opening: Interval, own: Option<usize>) -> MinuteMarks {
        let mut marks = MinuteMarks::new();
        let (shifts, breaks) = self.plan(opening);
        shifts.iter().for_each(|shift| marks.set(shift, WORKING));
        breaks.iter().for_each(|pause| marks.clear(pause, WORKING));
        self.blocks.iter().for_each(|block| marks.set(block, BLOCKED));
        for (n, hold) in self.busy.iter().enumerate() {
            if Some(n) != own && !hold.has_run_out {
                marks.set(&hold.time, BOOKED);
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

    /// The minutes of the day that are booked, by whomever.
    pub fn booked(&self) -> usize {
        let booked = |minute: &u32| self.busy.iter().any(|hold| !hold.is_offer && has(&hold.time, *minute));
        (0..DAY_MINUTES).filter(booked).count()
    }

    pub fn can_do(&self, service: u8) -> bool {
        self.is_active && self.skills & (1 << service) != 0
    }

    /// Why these minutes cannot be worked and those not be held.
    pub fn obstacle(&self, marks: &MinuteMarks, worked: &[u32], held: &[u32]) -> Option<Reason> {
        if !worked.iter().all(|minute| marks.all(*minute, minute + 1, WORKING)) {
            return Some(Reason::OffShift);
        }
        let any = |bits: u8| held.iter().any(|minute| marks.any(*minute, minute + 1, bits));
        if self.on_leave {
            Some(Reason::OnLeave)
        } else if any(BLOCKED) {
            Some(Reason::Blocked)
        } else {
            any(BOOKED).then_some(Reason::Booked)
        }
    }
}

const WORKING: u8 = 1;
const BLOCKED: u8 = 2;
const BOOKED: u8 = 4;

/// A byte per minute of the day; the meaning of a bit is up to the caller.
pub(super) struct MinuteMarks([u8; DAY_MINUTES as usize]);

impl MinuteMarks {
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

    pub fn any(&self, start: u32, end: u32, bits: u8) -> bool {
        self.0[start as usize..end as usize].iter().any(|minute| minute & bits != 0)
    }

    pub fn all(&self, start: u32, end: u32, bits: u8) -> bool {
        self.0[start as usize..end as usize].iter().all(|minute| minute & bits == bits)
    }
}

pub(super) fn services(bits: u8) -> Vec<ServiceId> {
    (0..3).filter(|bit| bits & (1 << bit) != 0).map(|bit: u8| format!("s{bit}").as_str().into()).collect()
}

const MERGED: u8 = 1;
const LEFT: u8 = 2;

#[test]
fn unions_and_cuts_agree_with_the_minutes() {
    check((some_intervals(6), some_intervals(6), some_interval()), |(whole, cuts, wanted)| {
        let (merged, left) = (union(whole.iter().copied()), subtract(&whole, &cuts));
        let (mut expected, mut found) = (MinuteMarks::new(), MinuteMarks::new());
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
        let (mut held, mut blocked, mut leave) = (MinuteMarks::new(), MinuteMarks::new(), false);
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
                    ledger.record([busy(id, time)]);
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
        let mut kept = MinuteMarks::new();
        for busy in ledger.busy() {
            let id: u32 = busy.booking_id.as_str().trim_start_matches('b').parse().unwrap();
            prop_assert!(!kept.any(0, DAY_MINUTES, 1 << id), "{} is there twice", busy.booking_id);
            kept.set(&busy.hold(), 1 << id);
        }
        prop_assert!(kept.0 == held.0);
        Ok(())
    });
}
