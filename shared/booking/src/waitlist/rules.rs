//! When time is offered, for how long, and to whom not again.

use chrono::TimeDelta;

use super::wish::PassedGap;
use crate::slots::ledger::DayLedger;
use parlour_values::id::StaffId;
use parlour_values::time::interval::subtract;
use parlour_values::time::{Instant, Interval, IstDate, Minutes, TimeOfDay};

/// How long an offer holds its time.
const HELD: TimeDelta = TimeDelta::minutes(15);
/// An offer ends this long before its start at the latest.
const BEFORE_START: TimeDelta = TimeDelta::hours(1);
/// An offer that would hold for less is not made.
const SHORTEST: TimeDelta = TimeDelta::minutes(5);
/// Nobody is woken: nothing is offered from the evening on, until the morning.
const EVENING: Option<TimeOfDay> = TimeOfDay::hm(21, 0);
const MORNING: Option<TimeOfDay> = TimeOfDay::hm(8, 0);
/// How many offers of a wish may run out before it is paused.
pub const MOST_RUN_OUTS: u32 = 3;
/// How many wishes of one customer may be open.
pub const MOST_OPEN: usize = 5;

/// Until when a time that starts then is held, if it is offered now; none where it is not offered.
pub fn held_until(starts_at: Instant, now: Instant) -> Option<Instant> {
    let until = now.plus(HELD).min(starts_at.minus(BEFORE_START));
    (next_morning(now).is_none() && until >= now.plus(SHORTEST)).then_some(until)
}

/// The end of the night, while it is night.
pub fn next_morning(now: Instant) -> Option<Instant> {
    let (evening, morning) = EVENING.zip(MORNING)?;
    let (today, time) = (now.ist_date(), now.ist_time());
    if time < morning {
        Some(today.at(morning))
    } else if time >= evening {
        Some(today.plus_days(1).at(morning))
    } else {
        None
    }
}

/// The free time around a part of somebody's day: up to what stands before it and after it, be it taken or off work.
pub fn gap_around(working: &[Interval], day: Option<&DayLedger>, time: Interval, now: Instant) -> Interval {
    let mut gap = Interval { start: TimeOfDay::MIDNIGHT, end: TimeOfDay::END_OF_DAY };
    let off_work = subtract(&[gap], working);
    for other in day.into_iter().flat_map(|day| taken_of(day, now)).chain(off_work) {
        if other.end <= time.start {
            gap.start = gap.start.max(other.end);
        }
        if other.start >= time.end {
            gap.end = gap.end.min(other.start);
        }
    }
    gap
}

/// The times taken in somebody's day.
pub fn taken_of(day: &DayLedger, now: Instant) -> impl Iterator<Item = Interval> {
    let booked = day.live(now).map(|busy| busy.hold());
    booked.chain(day.blocks().iter().map(|block| block.time()))
}

/// Whether somebody has let this part of a person's day pass: it lies within a gap as that was when it was offered, or some
/// of it was the offer itself. What has come free beside it since is another gap.
pub fn has_passed(passed: &[PassedGap], date: IstDate, staff: &StaffId, time: Interval) -> bool {
    let mut of_them = passed.iter().filter(|old| old.date == date && old.staff_id == *staff);
    of_them.any(|old| old.time.overlaps(time) || old.gap.is_some_and(|gap| gap.contains(time)))
}

/// The last start of a visit of this length within these hours; none where they are too short for it.
pub fn last_start(hours: Interval, length: Minutes) -> Option<TimeOfDay> {
    let start = TimeOfDay::from_minutes(hours.end.minutes().checked_sub(length.0)?)?;
    (start >= hours.start).then_some(start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slots::ledger::{Block, Busy};
    use crate::slots::spans::{span, spans};

    fn at(text: &str) -> Instant {
        format!("2026-11-17T{text}+05:30").parse().unwrap()
    }

    #[test]
    fn an_offer_holds_for_a_quarter_of_an_hour_and_ends_an_hour_before_its_start() {
        for (now, start, until) in [
            ("10:00:00", "14:00:00", Some("10:15:00")),
            ("12:45:00", "14:00:00", Some("13:00:00")),
            ("12:50:00", "14:00:00", Some("13:00:00")),
            ("12:55:00", "14:00:00", Some("13:00:00")),
            ("12:55:00.001", "14:00:00", None),
            ("13:30:00", "14:00:00", None),
            ("15:00:00", "14:00:00", None),
        ] {
            assert_eq!(held_until(at(start), at(now)), until.map(at), "{now}");
        }
    }

    #[test]
    fn nothing_is_offered_at_night() {
        let (start, tomorrow) = (at("14:00:00").plus(TimeDelta::days(2)), |text| at(text).plus(TimeDelta::days(1)));
        for (now, morning) in [
            ("07:59:59", Some(at("08:00:00"))),
            ("08:00:00", None),
            ("20:59:59", None),
            ("21:00:00", Some(tomorrow("08:00:00"))),
            ("23:59:59", Some(tomorrow("08:00:00"))),
        ] {
            assert_eq!(next_morning(at(now)), morning, "{now}");
            assert_eq!(held_until(start, at(now)).is_some(), morning.is_none(), "{now}");
        }
    }

    #[test]
    fn a_gap_reaches_to_what_stands_before_and_after() {
        let mut day = DayLedger::empty("meera".into(), "2026-11-18".parse().unwrap());
        let working = spans(&["09:00-21:00"]);
        let gap = |day: &DayLedger| gap_around(&working, Some(day), span("12:00-12:30"), at("10:00:00"));
        assert_eq!(gap(&day), span("09:00-21:00"));
        day.record([Busy::new(span("10:00-11:30"), "b1".into(), "main".into(), true)]);
        day.block(Block::new("k1".into(), span("13:00-14:00")));
        assert_eq!(gap(&day), span("11:30-13:00"));
        day.record([Busy::new(span("11:30-12:00"), "b2".into(), "main".into(), true)]);
        assert_eq!(gap(&day), span("12:00-13:00"));
    }

    #[test]
    fn a_gap_ends_with_the_shift_and_at_a_break_but_not_at_one_within_the_time() {
        let working = spans(&["09:00-13:00", "14:00-16:00", "17:00-21:00"]);
        for (time, gap) in
            [("12:00-12:30", "09:00-13:00"), ("14:00-16:00", "14:00-16:00"), ("15:30-17:30", "14:00-21:00")]
        {
            assert_eq!(gap_around(&working, None, span(time), at("08:00:00")), span(gap), "{time}");
        }
    }

    #[test]
    fn a_time_has_passed_in_the_gap_that_was_offered_and_with_any_of_the_time_that_was_and_not_beside_it() {
        let date: IstDate = "2026-11-18".parse().unwrap();
        let (time, gap) = (span("12:00-12:30"), Some(span("11:30-13:00")));
        let passed = [PassedGap { date, staff_id: "meera".into(), time, gap }];
        for (date, staff, time, expected) in [
            (date, "meera", "12:00-12:30", true),
            (date, "meera", "11:30-12:00", true),
            (date, "meera", "12:30-13:00", true),
            (date, "meera", "12:15-13:15", true),
            (date, "meera", "12:30-13:15", false),
            (date, "meera", "13:00-13:30", false),
            (date, "ravi", "12:00-12:30", false),
            (date.plus_days(1), "meera", "12:00-12:30", false),
        ] {
            assert_eq!(has_passed(&passed, date, &staff.into(), span(time)), expected, "{date} {staff} {time}");
        }
        let from_before = passed.map(|old| PassedGap { gap: None, ..old });
        for (time, expected) in [("12:15-12:45", true), ("12:30-13:00", false)] {
            assert_eq!(has_passed(&from_before, date, &"meera".into(), span(time)), expected, "{time}");
        }
    }

    #[test]
    fn the_last_start_leaves_the_whole_visit_within_the_hours() {
        let last = |hours: &str, minutes| last_start(span(hours), Minutes(minutes)).map(|start| start.to_string());
        assert_eq!(last("10:00-21:00", 45), Some("20:15".to_owned()));
        assert_eq!(last("10:00-10:45", 45), Some("10:00".to_owned()));
        for (hours, minutes) in [("10:00-10:44", 45), ("00:00-00:30", 45), ("11:00-10:00", 45)] {
            assert_eq!(last(hours, minutes), None, "{hours}");
        }
    }
}
