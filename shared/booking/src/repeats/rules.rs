//! Which days a repeat has, which of its appointments an act on "the following" changes, and in which order.

use super::repeat::{Occurrence, OnConflict, Repeat};
use crate::bookings::{WantedTime, rules};
use crate::slots::day::has_begun;
use crate::slots::reason::Reason;
use parlour_values::time::{Instant, IstDate, TimeOfDay};

pub const MOST_WEEKS: i64 = 12;
pub const MOST_TIMES: i64 = 26;

const DAYS_OF_A_WEEK: u64 = 7;

/// The days of a repeat.
pub fn dates(first: IstDate, every_weeks: u32, count: u32) -> Vec<IstDate> {
    (0..count).map(|number| nth(first, every_weeks, number)).collect()
}

pub fn last_date(first: IstDate, every_weeks: u32, count: u32) -> IstDate {
    nth(first, every_weeks, count.saturating_sub(1))
}

fn nth(first: IstDate, every_weeks: u32, number: u32) -> IstDate {
    let weeks = u64::from(every_weeks).saturating_mul(u64::from(number));
    first.plus_days(weeks.saturating_mul(DAYS_OF_A_WEEK))
}

/// The problem with a day of a repeat: it is over, or too far ahead. The desk is not bound by how far ahead customers
/// may book.
pub fn date_problem(date: IstDate, today: IstDate) -> Option<String> {
    rules::date_problem(date, today)
}

/// When an occurrence will be whose time is free or not; or why it will not be.
pub fn settled(fit: &WantedTime, wanted: TimeOfDay, on_conflict: OnConflict) -> Result<TimeOfDay, Reason> {
    match fit {
        WantedTime::Free => Ok(wanted),
        WantedTime::Taken { reason, alternatives } => match on_conflict {
            OnConflict::Nearest => alternatives.first().map(|time| time.start).ok_or(*reason),
            OnConflict::Refuse | OnConflict::Skip => Err(*reason),
        },
    }
}

/// The day and time that the booking of an occurrence has by now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookedTime {
    pub date: IstDate,
    pub start: TimeOfDay,
    /// Pending or confirmed.
    pub is_open: bool,
}

impl BookedTime {
    /// A booking that is over or has begun is never touched.
    pub fn is_ahead(self, now: Instant) -> bool {
        self.is_open && !has_begun(self.date, self.start, now)
    }
}

impl Occurrence {
    /// Whether it is among those that are cancelled from a day on: wherever its booking is by now. One that was left out
    /// will not be booked later.
    pub fn is_cancelled_from(&self, place: Option<BookedTime>, from: IstDate, now: Instant) -> bool {
        match place {
            Some(place) => place.date >= from && place.is_ahead(now),
            None => !self.is_dropped && self.date >= from && !has_begun(self.date, self.start, now),
        }
    }

    /// Whether it is among those that move from a day on. One that was moved on its own stays where somebody put it; one
    /// that was left out has another chance.
    pub fn is_moved_from(&self, place: Option<BookedTime>, from: IstDate, now: Instant) -> bool {
        let stays = place.is_some_and(|place| (place.date, place.start) != (self.date, self.start));
        !stays && !self.is_dropped && self.is_cancelled_from(place, from, now)
    }
}

/// The days for the occurrences of a move: their own, at another time, or every so many weeks from a day on.
pub fn targets(moving: &[IstDate], from: IstDate, every_weeks: Option<u32>) -> Vec<IstDate> {
    match every_weeks {
        None => moving.to_vec(),
        Some(weeks) => dates(from, weeks, u32::try_from(moving.len()).unwrap_or(u32::MAX)),
    }
}

/// The order in which appointments change their days, so that none meets another that will be gone: those that come
/// later from the last, those that come earlier from the first.
pub fn order(moves: &[(IstDate, IstDate)]) -> Vec<usize> {
    let later = (0..moves.len()).rev().filter(|at| moves.get(*at).is_some_and(|(is, will)| will > is));
    let earlier = (0..moves.len()).filter(|at| moves.get(*at).is_some_and(|(is, will)| will <= is));
    later.chain(earlier).collect()
}

impl Repeat {
    /// Its occurrences in the order of their days.
    pub fn sort(&mut self) {
        self.occurrences.sort_by_key(|occurrence| (occurrence.date, occurrence.origin));
    }
}

#[cfg(test)]
mod tests {
    use parlour_values::time::Interval;
    use proptest::prelude::*;

    use super::*;

    fn date(text: &str) -> IstDate {
        text.parse().unwrap()
    }

    fn time(text: &str) -> TimeOfDay {
        text.parse().unwrap()
    }

    fn noon() -> Instant {
        "2026-11-16T12:00:00+05:30".parse().unwrap()
    }

    fn open(day: &str, start: &str) -> BookedTime {
        BookedTime { date: date(day), start: time(start), is_open: true }
    }

    #[test]
    fn its_days_are_so_many_weeks_apart() {
        let expected = ["2026-11-16", "2026-12-14", "2027-01-11"].map(date);
        assert_eq!(dates(date("2026-11-16"), 4, 3), expected);
        assert_eq!(last_date(date("2026-11-16"), 4, 3), expected[2]);
        assert_eq!(last_date(date("2026-11-16"), 4, 0), expected[0]);
    }

    #[test]
    fn a_conflict_is_left_out_or_takes_the_nearest_time() {
        let near = |start: &str| Interval { start: time(start), end: time("23:00") };
        let taken = WantedTime::Taken { reason: Reason::Booked, alternatives: vec![near("10:30"), near("11:30")] };
        let full = WantedTime::Taken { reason: Reason::OnLeave, alternatives: vec![] };
        for (fit, on_conflict, expected) in [
            (&WantedTime::Free, OnConflict::Refuse, Ok("11:00")),
            (&taken, OnConflict::Refuse, Err(Reason::Booked)),
            (&taken, OnConflict::Skip, Err(Reason::Booked)),
            (&taken, OnConflict::Nearest, Ok("10:30")),
            (&full, OnConflict::Nearest, Err(Reason::OnLeave)),
        ] {
            assert_eq!(settled(fit, time("11:00"), on_conflict), expected.map(time), "{on_conflict} {fit:?}");
        }
    }

    #[test]
    fn what_is_over_or_has_begun_is_never_touched() {
        let occurrence = Occurrence::to_book(date("2026-11-16"), time("12:00"));
        let is = |place| {
            let from = date("2026-11-16");
            [occurrence.is_cancelled_from(place, from, noon()), occurrence.is_moved_from(place, from, noon())]
        };
        assert_eq!(is(Some(open("2026-11-16", "12:00"))), [false, false], "it begins now");
        assert_eq!(is(None), [false, false]);
        let later = Occurrence { start: time("12:01"), ..occurrence.clone() };
        for (place, expected) in [
            (Some(open("2026-11-16", "12:01")), [true, true]),
            (Some(BookedTime { is_open: false, ..open("2026-11-16", "12:01") }), [false, false]),
            (None, [true, true]),
        ] {
            let from = date("2026-11-16");
            let found = [later.is_cancelled_from(place, from, noon()), later.is_moved_from(place, from, noon())];
            assert_eq!(found, expected, "{place:?}");
        }
    }

    #[test]
    fn what_was_moved_on_its_own_is_cancelled_with_the_others_but_not_moved() {
        let occurrence = Occurrence::to_book(date("2026-12-14"), time("11:00"));
        let is = |place: BookedTime, from: &str| {
            let (place, from) = (Some(place), date(from));
            [occurrence.is_cancelled_from(place, from, noon()), occurrence.is_moved_from(place, from, noon())]
        };
        assert_eq!(is(open("2026-12-14", "11:00"), "2026-12-14"), [true, true]);
        assert_eq!(is(open("2026-12-14", "11:00"), "2026-12-15"), [false, false]);
        assert_eq!(is(open("2026-12-14", "12:00"), "2026-12-14"), [true, false]);
        assert_eq!(is(open("2026-12-17", "11:00"), "2026-12-15"), [true, false]);
        assert_eq!(is(open("2026-12-10", "11:00"), "2026-12-14"), [false, false]);
    }

    #[test]
    fn what_was_cancelled_with_the_following_is_not_booked_again() {
        let dropped = Occurrence { is_dropped: true, ..Occurrence::to_book(date("2026-12-14"), time("11:00")) };
        assert!(!dropped.is_moved_from(None, date("2026-11-16"), noon()));
        assert!(!dropped.is_cancelled_from(None, date("2026-11-16"), noon()));
    }

    #[test]
    fn another_rhythm_counts_from_its_day_and_leaves_the_number() {
        let moving = ["2026-11-30", "2026-12-07", "2026-12-14"].map(date);
        let expected = ["2026-12-01", "2026-12-15", "2026-12-29"].map(date);
        assert_eq!(targets(&moving, date("2026-12-01"), Some(2)), expected);
        assert_eq!(targets(&moving, date("2026-12-01"), None), moving);
    }

    proptest! {
        /// No appointment is moved onto a day where another still is, whatever rhythm comes after whatever other one.
        #[test]
        fn no_appointment_meets_another_on_its_way(
            was in 1_u32..=12, will in 1_u32..=12, shift in -40_i64..=40, count in 1_u32..=26,
        ) {
            let first = date("2026-12-14");
            let from = if shift < 0 { first.minus_days(shift.unsigned_abs()) } else { first.plus_days(shift.unsigned_abs()) };
            let old = dates(first, was, count);
            let new = targets(&old, from, Some(will));
            let moves: Vec<(IstDate, IstDate)> = old.iter().copied().zip(new).collect();
            let mut now: Vec<IstDate> = old;
            let order = order(&moves);
            prop_assert_eq!(order.len(), moves.len());
            for at in order {
                let target = moves[at].1;
                prop_assert!(now.iter().enumerate().all(|(other, date)| other == at || *date != target));
                now[at] = target;
            }
            prop_assert_eq!(now, moves.iter().map(|(_, will)| *will).collect::<Vec<_>>());
        }
    }
}
