//! Half-open intervals of one day, in minutes.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Minutes, TimeOfDay};

/// Half-open: 10:00 to 10:30 and 10:30 to 11:00 do not overlap.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema)]
pub struct Interval {
    #[schema(value_type = String, example = "10:00")]
    pub start: TimeOfDay,
    #[schema(value_type = String, example = "14:00")]
    pub end: TimeOfDay,
}

impl Interval {
    /// `None` unless it starts before it ends.
    pub fn new(start: TimeOfDay, end: TimeOfDay) -> Option<Self> {
        let interval = Self { start, end };
        interval.is_forward().then_some(interval)
    }

    /// `length` from `start`, cut off at midnight.
    pub fn from_start(start: TimeOfDay, length: Minutes) -> Self {
        Self { start, end: start.plus(length).unwrap_or(TimeOfDay::END_OF_DAY) }
    }

    pub fn is_forward(self) -> bool {
        self.start < self.end
    }

    pub fn minutes(self) -> Minutes {
        Minutes(self.end.minutes().saturating_sub(self.start.minutes()))
    }

    pub fn overlaps(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }

    pub fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

/// The same time, sorted, with overlapping and adjacent intervals merged.
pub fn union(intervals: impl IntoIterator<Item = Interval>) -> Vec<Interval> {
    let mut sorted: Vec<Interval> = intervals.into_iter().filter(|interval| interval.is_forward()).collect();
    sorted.sort_unstable();
    let mut merged: Vec<Interval> = Vec::with_capacity(sorted.len());
    for interval in sorted {
        match merged.last_mut() {
            Some(last) if interval.start <= last.end => last.end = last.end.max(interval.end),
            _ => merged.push(interval),
        }
    }
    merged
}

/// `whole` without `cuts`.
pub fn subtract(whole: &[Interval], cuts: &[Interval]) -> Vec<Interval> {
    let cuts = union(cuts.iter().copied());
    let mut left = Vec::with_capacity(whole.len() + cuts.len());
    for interval in union(whole.iter().copied()) {
        let mut from = interval.start;
        for cut in cuts.iter().filter(|cut| cut.overlaps(interval)) {
            left.extend(Interval::new(from, cut.start));
            from = from.max(cut.end);
        }
        left.extend(Interval::new(from, interval.end));
    }
    left
}

/// Whether `wanted` lies within one interval of a merged set, as `union` and `subtract` return it.
pub fn covers(set: &[Interval], wanted: Interval) -> bool {
    set.iter().any(|interval| interval.contains(wanted))
}

pub fn total_minutes(intervals: impl IntoIterator<Item = Interval>) -> Minutes {
    union(intervals).into_iter().map(Interval::minutes).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(text: &str) -> Interval {
        let (start, end) = text.split_once('-').unwrap();
        let time = |text: &str| if text == "24:00" { TimeOfDay::END_OF_DAY } else { text.parse().unwrap() };
        Interval { start: time(start), end: time(end) }
    }

    fn spans(texts: &[&str]) -> Vec<Interval> {
        texts.iter().map(|text| span(text)).collect()
    }

    #[test]
    fn adjacent_intervals_do_not_overlap() {
        assert!(!span("10:00-10:30").overlaps(span("10:30-11:00")));
        assert!(span("10:00-10:31").overlaps(span("10:30-11:00")));
        assert!(span("10:00-11:00").overlaps(span("10:20-10:40")));
    }

    #[test]
    fn an_interval_contains_itself_and_what_lies_inside() {
        assert!(span("10:00-11:00").contains(span("10:00-11:00")));
        assert!(span("10:00-11:00").contains(span("10:15-10:45")));
        assert!(!span("10:00-11:00").contains(span("10:15-11:01")));
    }

    #[test]
    fn no_interval_runs_backwards_or_past_midnight() {
        let (ten, eleven) = (span("10:00-11:00").start, span("10:00-11:00").end);
        assert_eq!(Interval::new(eleven, ten), None);
        assert_eq!(Interval::new(ten, ten), None);
        assert_eq!(Interval::from_start("23:30".parse().unwrap(), Minutes(90)), span("23:30-24:00"));
    }

    #[test]
    fn a_union_merges_overlapping_and_adjacent_intervals() {
        assert_eq!(
            union(spans(&["14:00-15:00", "10:00-11:00", "11:00-12:00", "10:30-10:40", "14:30-16:00"])),
            spans(&["10:00-12:00", "14:00-16:00"])
        );
    }

    #[test]
    fn breaks_are_cut_out_of_shifts() {
        assert_eq!(
            subtract(
                &spans(&["10:00-14:00", "15:00-19:00"]),
                &spans(&["09:00-10:15", "12:00-12:30", "13:30-15:30", "18:00-20:00"])
            ),
            spans(&["10:15-12:00", "12:30-13:30", "15:30-18:00"])
        );
        assert_eq!(subtract(&spans(&["10:00-14:00"]), &spans(&["09:00-15:00"])), []);
    }

    #[test]
    fn minutes_are_counted_once() {
        assert_eq!(total_minutes(spans(&["10:00-11:00", "10:30-11:30", "12:00-12:15"])), Minutes(105));
    }
}
