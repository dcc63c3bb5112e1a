//! Working hours: weekly rosters by the day they take effect, exceptions for single days, breaks.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use parlour_values::time::IstDate;
use parlour_values::time::interval::{Interval, subtract, union};

/// A problem with a field of the request: its path and what is wrong.
pub type RosterProblem = (String, String);

/// How many rosters of a person are stored; older ones only matter for days long past.
const MAX_ROSTERS: usize = 52;

/// The most shifts or breaks in a day.
pub const MAX_PARTS_OF_A_DAY: usize = 24;

/// One weekday of a roster. A weekday that is not listed is a day off.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RosterDay {
    /// Monday is 1, Sunday 7.
    pub weekday: u32,
    pub shifts: Vec<Interval>,
    #[serde(default)]
    pub breaks: Vec<Interval>,
}

/// A week that repeats from a day on, until a later roster takes effect.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WeeklyRoster {
    pub effective_from: IstDate,
    pub days: Vec<RosterDay>,
}

/// An exception from the roster for one day.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum DayException {
    Off,
    Shifts {
        shifts: Vec<Interval>,
        #[serde(default)]
        breaks: Vec<Interval>,
    },
}

/// The shifts and breaks of one day.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DayPlan {
    pub shifts: Vec<Interval>,
    pub breaks: Vec<Interval>,
}

impl DayPlan {
    pub fn off() -> Self {
        Self::default()
    }

    /// As far as the branch is open: its hours may have changed since the shifts were set.
    #[must_use]
    pub fn within(self, openings: &[Interval]) -> Self {
        let open = |parts: &[Interval]| subtract(parts, &subtract(parts, openings));
        Self { shifts: open(&self.shifts), breaks: open(&self.breaks) }
    }

    /// Shifts without the breaks.
    pub fn working(&self) -> Vec<Interval> {
        subtract(&self.shifts, &self.breaks)
    }
}

/// Adds a roster, ordered by the day it takes effect; one with the same day is replaced.
pub fn put(rosters: &mut Vec<WeeklyRoster>, roster: WeeklyRoster) {
    rosters.retain(|other| other.effective_from != roster.effective_from);
    rosters.push(roster);
    rosters.sort_by_key(|roster| roster.effective_from);
    let surplus = rosters.len().saturating_sub(MAX_ROSTERS);
    rosters.drain(..surplus);
}

/// The day's exception if there is one; else the newest roster in effect; else the branch's opening hours of that day,
/// none where it is closed on its weekday.
pub fn plan(
    day: IstDate,
    rosters: &[WeeklyRoster],
    exception: Option<&DayException>,
    opening: impl Into<Option<Interval>>,
) -> DayPlan {
    plan_at(day, rosters, exception, opening.into())
}

/// The same of somebody who works at several branches: without a roster, whenever one of them is open.
pub fn plan_at(
    day: IstDate,
    rosters: &[WeeklyRoster],
    exception: Option<&DayException>,
    openings: impl IntoIterator<Item = Interval>,
) -> DayPlan {
    match exception {
        Some(DayException::Off) => return DayPlan::off(),
        Some(DayException::Shifts { shifts, breaks }) => {
            return DayPlan { shifts: shifts.clone(), breaks: breaks.clone() };
        }
        None => {}
    }
    let in_effect =
        rosters.iter().filter(|roster| roster.effective_from <= day).max_by_key(|roster| roster.effective_from);
    match in_effect {
        None => DayPlan { shifts: union(openings), breaks: Vec::new() },
        Some(roster) => roster
            .days
            .iter()
            .find(|listed| listed.weekday == day.weekday())
            .map(|listed| DayPlan { shifts: listed.shifts.clone(), breaks: listed.breaks.clone() })
            .unwrap_or_default(),
    }
}

/// All problems of a week, by field path. `opening` are the hours on a weekday of the branches the person works at.
pub fn week_problems(days: &[RosterDay], opening: impl Fn(u32) -> Vec<Interval>) -> Vec<RosterProblem> {
    let mut problems = Vec::new();
    let mut seen = HashSet::new();
    for (at, day) in days.iter().enumerate() {
        if !(1..=7).contains(&day.weekday) {
            problems.push((format!("days.{at}.weekday"), "must be 1 (Monday) to 7 (Sunday)".to_owned()));
        } else if !seen.insert(day.weekday) {
            problems.push((format!("days.{at}.weekday"), "must not repeat".to_owned()));
        }
        let opening = opening(day.weekday);
        problems.extend(list_problems(&format!("days.{at}.shifts"), &day.shifts, &opening));
        problems.extend(list_problems(&format!("days.{at}.breaks"), &day.breaks, &opening));
    }
    problems
}

/// All problems of one day's exception, by field path.
pub fn day_problems(exception: &DayException, opening: &[Interval]) -> Vec<RosterProblem> {
    match exception {
        DayException::Off => Vec::new(),
        DayException::Shifts { shifts, breaks } => {
            let mut problems = list_problems("shifts", shifts, opening);
            problems.extend(list_problems("breaks", breaks, opening));
            problems
        }
    }
}

fn list_problems(path: &str, intervals: &[Interval], opening: &[Interval]) -> Vec<RosterProblem> {
    if intervals.len() > MAX_PARTS_OF_A_DAY {
        return vec![(path.to_owned(), format!("must be at most {MAX_PARTS_OF_A_DAY}"))];
    }
    let mut problems = Vec::new();
    for (at, interval) in intervals.iter().enumerate() {
        let mut report = |message: &str| problems.push((format!("{path}.{at}"), message.to_owned()));
        if !interval.is_forward() {
            report("must start before it ends");
            continue;
        }
        if !opening.iter().any(|hours| hours.contains(*interval)) {
            report("must lie inside the branch's opening hours");
        }
        if intervals.iter().take(at).any(|earlier| earlier.is_forward() && earlier.overlaps(*interval)) {
            report("must not overlap another");
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slots::spans::{span, spans};
    use parlour_values::time::{Minutes, TimeOfDay};

    fn day(text: &str) -> IstDate {
        text.parse().unwrap()
    }

    /// 10:00 to 14:00 on Mondays, `tuesday` on Tuesdays.
    fn roster(from: &str, tuesday: &str) -> WeeklyRoster {
        let listed = |weekday, shift| RosterDay { weekday, shifts: spans(&[shift]), breaks: spans(&["12:00-12:30"]) };
        WeeklyRoster { effective_from: day(from), days: vec![listed(1, "10:00-14:00"), listed(2, tuesday)] }
    }

    const OPENING: &str = "10:00-21:00";
    const TUESDAY: &str = "2026-11-17";

    #[test]
    fn without_a_roster_people_work_the_opening_hours() {
        let future = [roster("2026-11-18", "10:00-18:00")];
        for rosters in [&[][..], &future[..]] {
            let plan = plan(day(TUESDAY), rosters, None, span(OPENING));
            assert_eq!((plan.shifts, plan.breaks), (spans(&[OPENING]), vec![]));
        }
    }

    #[test]
    fn on_a_weekday_on_which_the_branch_is_closed_only_a_roster_makes_work() {
        assert_eq!(plan(day(TUESDAY), &[], None, None), DayPlan::off());
        let rosters = [roster(TUESDAY, "11:00-19:00")];
        assert_eq!(plan(day(TUESDAY), &rosters, None, None).shifts, spans(&["11:00-19:00"]));
    }

    #[test]
    fn a_plan_is_cut_to_the_hours_the_branch_has_now() {
        let plan = || DayPlan { shifts: spans(&["10:00-14:00", "15:00-20:00"]), breaks: spans(&["12:00-12:30"]) };
        let cut = |openings: &[&str]| plan().within(&spans(openings));
        assert_eq!(cut(&[OPENING]), plan());
        assert_eq!(cut(&["12:15-16:00"]).working(), spans(&["12:30-14:00", "15:00-16:00"]));
        assert_eq!(cut(&["16:00-21:00"]), DayPlan { shifts: spans(&["16:00-20:00"]), breaks: vec![] });
        assert_eq!(cut(&["09:00-11:00", "19:00-22:00"]).shifts, spans(&["10:00-11:00", "19:00-20:00"]));
        assert_eq!(cut(&[]), DayPlan::off());
    }

    #[test]
    fn a_shift_lies_inside_the_hours_of_its_weekday() {
        let listed = |weekday| RosterDay { weekday, shifts: spans(&["10:00-14:00"]), breaks: vec![] };
        let opening = |weekday| if weekday == 2 { spans(&[]) } else { spans(&[OPENING]) };
        let found: Vec<String> =
            week_problems(&[listed(1), listed(2)], opening).into_iter().map(|(path, _)| path).collect();
        assert_eq!(found, ["days.1.shifts.0"]);
    }

    #[test]
    fn the_newest_roster_that_has_taken_effect_counts() {
        let rosters =
            [roster(TUESDAY, "11:00-19:00"), roster("2026-01-01", "12:00-20:00"), roster("2026-11-18", "13:00-21:00")];
        let plan = plan(day(TUESDAY), &rosters, None, span(OPENING));
        assert_eq!(plan.shifts, spans(&["11:00-19:00"]));
        assert_eq!(plan.working(), spans(&["11:00-12:00", "12:30-19:00"]));
    }

    #[test]
    fn a_weekday_the_roster_leaves_out_is_a_day_off() {
        assert_eq!(plan(day("2026-11-18"), &[roster("2026-01-01", OPENING)], None, span(OPENING)), DayPlan::off());
    }

    #[test]
    fn an_exception_overrides_every_roster() {
        let rosters = [roster("2026-01-01", OPENING)];
        let extra = DayException::Shifts { shifts: spans(&["15:00-21:00"]), breaks: vec![] };
        assert_eq!(plan(day(TUESDAY), &rosters, Some(&extra), span(OPENING)).working(), spans(&["15:00-21:00"]));
        assert_eq!(plan(day(TUESDAY), &rosters, Some(&DayException::Off), span(OPENING)), DayPlan::off());
    }

    #[test]
    fn a_roster_from_the_same_day_replaces_the_other_and_old_ones_are_dropped() {
        let mut rosters = Vec::new();
        put(&mut rosters, roster(TUESDAY, "11:00-19:00"));
        put(&mut rosters, roster(TUESDAY, "12:00-20:00"));
        assert_eq!(rosters, [roster(TUESDAY, "12:00-20:00")]);
        for later in 1..=80 {
            put(&mut rosters, WeeklyRoster { effective_from: day(TUESDAY).plus_days(later), days: vec![] });
        }
        assert_eq!(rosters.len(), MAX_ROSTERS);
        assert_eq!(rosters.last().unwrap().effective_from, day(TUESDAY).plus_days(80));
    }

    #[test]
    fn every_problem_of_a_week_is_reported_by_field_path() {
        let listed = |weekday, shifts: &[&str], breaks: &[&str]| RosterDay {
            weekday,
            shifts: spans(shifts),
            breaks: spans(breaks),
        };
        let days = [
            listed(1, &["10:00-14:00", "13:00-18:00"], &["11:00-11:30"]),
            listed(1, &["09:30-12:00"], &["11:00-11:30", "11:15-11:20"]),
            listed(8, &["14:00-14:00", "10:00-14:00", "14:00-21:00"], &[]),
            listed(0, &["15:00-14:00", "20:00-21:30"], &[]),
        ];
        let problems = week_problems(&days, |_| spans(&[OPENING]));
        let found: Vec<(&str, &str)> = problems.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        assert_eq!(
            found,
            [
                ("days.0.shifts.1", "must not overlap another"),
                ("days.1.weekday", "must not repeat"),
                ("days.1.shifts.0", "must lie inside the branch's opening hours"),
                ("days.1.breaks.1", "must not overlap another"),
                ("days.2.weekday", "must be 1 (Monday) to 7 (Sunday)"),
                ("days.2.shifts.0", "must start before it ends"),
                ("days.3.weekday", "must be 1 (Monday) to 7 (Sunday)"),
                ("days.3.shifts.0", "must start before it ends"),
                ("days.3.shifts.1", "must lie inside the branch's opening hours"),
            ]
        );
    }

    #[test]
    fn an_exception_follows_the_same_rules() {
        let exception = DayException::Shifts { shifts: spans(&["08:00-12:00"]), breaks: spans(&["12:00-11:00"]) };
        let paths: Vec<String> =
            day_problems(&exception, &spans(&[OPENING])).into_iter().map(|(path, _)| path).collect();
        assert_eq!(paths, ["shifts.0", "breaks.0"]);
        assert_eq!(day_problems(&DayException::Off, &spans(&[OPENING])), []);
    }

    #[test]
    fn a_day_with_too_many_shifts_is_refused() {
        let days = [RosterDay { weekday: 1, shifts: vec![span(OPENING); MAX_PARTS_OF_A_DAY + 1], breaks: vec![] }];
        assert_eq!(
            week_problems(&days, |_| spans(&[OPENING])),
            [("days.0.shifts".to_owned(), "must be at most 24".to_owned())]
        );
        let part = |n: u32| Interval::from_start(TimeOfDay::from_minutes(600 + 20 * n).unwrap(), Minutes(20));
        let days = [RosterDay { weekday: 1, shifts: (0..24).map(part).collect(), breaks: vec![] }];
        assert_eq!(week_problems(&days, |_| spans(&[OPENING])), []);
    }

    #[test]
    fn rosters_and_exceptions_survive_a_round_trip_through_the_table() {
        let kept = roster(TUESDAY, "11:00-19:00");
        assert_eq!(serde_json::from_str::<WeeklyRoster>(&serde_json::to_string(&kept).unwrap()).unwrap(), kept);
        for exception in [DayException::Off, DayException::Shifts { shifts: spans(&["10:00-24:00"]), breaks: vec![] }] {
            assert_eq!(
                serde_json::from_str::<DayException>(&serde_json::to_string(&exception).unwrap()).unwrap(),
                exception
            );
        }
    }
}
