//! When a booking may be, and until when it may be changed.

use chrono::TimeDelta;

use super::status::{Action, BookingStatus, IllegalTransition};
use crate::slots::day::{FURTHEST, days_ahead, has_begun, is_too_soon};
use parlour_setup::branches::{Branch, BranchSettings, SlotPolicy};
use parlour_values::time::{Instant, Interval, IstDate, Minutes, TimeOfDay};

/// A problem with a field of the request: its name and what is wrong.
pub type Problem = (&'static str, String);

/// How long after a check-in it can be taken back.
const UNDO_WINDOW: TimeDelta = TimeDelta::minutes(15);

/// A branch's rules about when one may book.
#[derive(Clone, Copy, Debug)]
pub struct BookingHours {
    pub opening: Interval,
    pub policy: SlotPolicy,
    /// How many days ahead; none is [`FURTHEST`], and so is more.
    pub horizon_days: Option<u32>,
}

impl BookingHours {
    /// When one may book at this branch on that day. Where it is closed on the weekday the usual hours bind, and whoever
    /// asks whether the day is free learns that it is not.
    pub fn on(branch: &Branch, date: IstDate) -> Self {
        let BranchSettings { slot_policy, horizon_days, .. } = branch.settings;
        Self { opening: branch.opening_on(date).unwrap_or(branch.opening()), policy: slot_policy, horizon_days }
    }

    /// Start and end of a booking, or everything that is wrong with them. The end is the start and the
    /// services' minutes; the buffers after them are the salon's own.
    pub fn times(
        &self,
        date: IstDate,
        start: TimeOfDay,
        total_duration: Minutes,
        now: Instant,
    ) -> Result<Interval, Vec<Problem>> {
        let mut problems = Vec::new();
        problems.extend(self.date_problem(date, now).map(|text| ("bookingDate", text)));
        let time = self.start_problem(date, start, now).map_or_else(|| self.end(start, total_duration), Err);
        match time {
            Ok(end) if problems.is_empty() => Ok(Interval { start, end }),
            Ok(_) => Err(problems),
            Err(text) => {
                problems.push(("startTime", text));
                Err(problems)
            }
        }
    }

    fn date_problem(&self, date: IstDate, now: Instant) -> Option<String> {
        let today = now.ist_date();
        date_problem(date, today).or_else(|| too_far(date, today, days_ahead(self.horizon_days)))
    }

    /// The last day that can be booked.
    pub fn last_day(&self, today: IstDate) -> IstDate {
        today.plus_days(u64::from(days_ahead(self.horizon_days)))
    }

    fn start_problem(&self, date: IstDate, start: TimeOfDay, now: Instant) -> Option<String> {
        if start < self.opening.start || start >= self.opening.end {
            Some(format!("must be within opening hours, from {} and before {}", self.opening.start, self.opening.end))
        } else if date == now.ist_date() && has_begun(date, start, now) {
            Some("must not be in the past".to_owned())
        } else {
            None
        }
    }

    /// The problem with a start that a booking of that day is given.
    pub fn given_start_problem(&self, date: IstDate, start: TimeOfDay, now: Instant) -> Option<String> {
        date_problem(date, now.ist_date()).or_else(|| self.start_problem(date, start, now))
    }

    fn end(&self, start: TimeOfDay, total_duration: Minutes) -> Result<TimeOfDay, String> {
        let end = start.plus(total_duration).ok_or_else(|| "must leave time to finish before midnight".to_owned())?;
        if self.policy == SlotPolicy::Staffed && end > self.opening.end {
            return Err(format!("must leave time to finish by closing time, {}", self.opening.end));
        }
        Ok(end)
    }
}

/// The problem with a customer's start that is closer than the branch's lead time.
pub fn lead_problem(branch: &Branch, date: IstDate, start: TimeOfDay, now: Instant) -> Option<String> {
    let lead = Minutes(branch.settings.lead_minutes);
    is_too_soon(date, start, lead, now).then(|| format!("must be at least {} minutes from now", lead.0))
}

/// The problem with the day of a booking, at whatever branch.
pub fn date_problem(date: IstDate, today: IstDate) -> Option<String> {
    if date < today { Some("must not be in the past".to_owned()) } else { too_far_ahead(date, today) }
}

/// The same for a visit that may be over.
pub fn too_far_ahead(date: IstDate, today: IstDate) -> Option<String> {
    too_far(date, today, FURTHEST)
}

fn too_far(date: IstDate, today: IstDate, days: u32) -> Option<String> {
    (date.days_since(today) > i64::from(days)).then(|| format!("must be at most {days} days ahead"))
}

/// A branch's rules about changes by the customer.
#[derive(Clone, Copy, Debug)]
pub struct ChangeRules {
    pub max_reschedules: u32,
    pub change_window: Minutes,
}

impl Default for ChangeRules {
    fn default() -> Self {
        Self { max_reschedules: 2, change_window: Minutes(120) }
    }
}

/// Why a customer cannot move a booking.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RescheduleRefusal {
    #[error(transparent)]
    Status(#[from] IllegalTransition),
    #[error("the booking has been moved as often as it may be")]
    TooOften,
    #[error("it is too late to move the booking")]
    TooLate,
}

impl ChangeRules {
    /// Until when a customer may change a booking at this branch.
    pub fn of(branch: &Branch) -> Self {
        let BranchSettings { max_reschedules, change_window_minutes, .. } = branch.settings;
        Self { max_reschedules, change_window: Minutes(change_window_minutes) }
    }

    /// Less than the window before `start`; a change exactly at its edge is in time.
    pub fn is_late(&self, start: Instant, now: Instant) -> bool {
        start.since(now) < self.change_window.delta()
    }

    /// Whether the customer may still move a booking that begins at `start` and that they have moved so often. The desk is
    /// bound by the status only.
    pub fn may_reschedule(
        &self,
        status: BookingStatus,
        own_moves: u32,
        start: Instant,
        now: Instant,
    ) -> Result<(), RescheduleRefusal> {
        status.after(Action::Reschedule)?;
        if own_moves >= self.max_reschedules {
            Err(RescheduleRefusal::TooOften)
        } else if self.is_late(start, now) {
            Err(RescheduleRefusal::TooLate)
        } else {
            Ok(())
        }
    }
}

/// Whether a check-in made then can still be taken back.
pub fn may_undo_check_in(checked_in_at: Instant, now: Instant) -> bool {
    now.since(checked_in_at) <= UNDO_WINDOW
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_setup::branches::WeekdayHours;

    fn at(text: &str) -> Instant {
        text.parse().unwrap()
    }

    fn time(text: &str) -> TimeOfDay {
        text.parse().unwrap()
    }

    fn hours(policy: SlotPolicy) -> BookingHours {
        BookingHours { opening: Interval { start: time("10:00"), end: time("21:00") }, policy, horizon_days: None }
    }

    /// The end, or the fields at fault; asked on Monday at noon and a half minute.
    fn asked(hours: BookingHours, date: &str, start: &str, minutes: u32) -> Result<String, Vec<&'static str>> {
        let now = at("2026-11-16T12:00:30+05:30");
        hours
            .times(date.parse().unwrap(), time(start), Minutes(minutes), now)
            .map(|times| times.end.to_string())
            .map_err(|problems| problems.into_iter().map(|(field, _)| field).collect())
    }

    #[test]
    fn no_day_lies_too_far_ahead_even_where_the_visit_may_be_over() {
        let today: IstDate = "2026-11-16".parse().unwrap();
        let last = today.plus_days(u64::from(FURTHEST));
        assert_eq!((date_problem(last, today), too_far_ahead(last, today)), (None, None));
        let problem = Some(format!("must be at most {FURTHEST} days ahead"));
        assert_eq!(date_problem(last.plus_days(1), today), problem);
        assert_eq!(too_far_ahead(last.plus_days(1), today), problem);
    }

    fn open(date: &str, start: &str, minutes: u32) -> Result<String, Vec<&'static str>> {
        asked(hours(SlotPolicy::Open), date, start, minutes)
    }

    const TODAY: &str = "2026-11-16";
    const TOMORROW: &str = "2026-11-17";

    #[test]
    fn a_booking_ends_when_its_services_do() {
        assert_eq!(open(TOMORROW, "10:00", 75), Ok("11:15".to_owned()));
    }

    #[test]
    fn it_starts_within_opening_hours_and_closing_time_is_too_late() {
        assert_eq!(open(TOMORROW, "09:59", 30), Err(vec!["startTime"]));
        assert_eq!(open(TOMORROW, "20:59", 30), Ok("21:29".to_owned()));
        assert_eq!(open(TOMORROW, "21:00", 30), Err(vec!["startTime"]));
    }

    #[test]
    fn a_visit_is_given_no_start_that_is_over_or_outside_opening_hours() {
        let given = |date: &str, start: &str| {
            let now = at("2026-11-16T12:00:30+05:30");
            hours(SlotPolicy::Open).given_start_problem(date.parse().unwrap(), time(start), now).is_none()
        };
        assert!(given(TODAY, "12:01") && given(TOMORROW, "10:00") && given(TOMORROW, "20:59"));
        assert!(!given(TODAY, "12:00") && !given(TOMORROW, "09:59") && !given(TOMORROW, "21:00"));
        assert!(!given("2026-11-15", "18:00"), "its day is over");
    }

    #[test]
    fn it_never_runs_past_midnight() {
        assert_eq!(open(TOMORROW, "20:30", 210), Ok("24:00".to_owned()));
        assert_eq!(open(TOMORROW, "20:30", 211), Err(vec!["startTime"]));
        assert_eq!(open(TOMORROW, "20:30", u32::MAX), Err(vec!["startTime"]));
    }

    #[test]
    fn a_staffed_branch_wants_it_over_by_closing_time() {
        let staffed = |start, minutes| asked(hours(SlotPolicy::Staffed), TOMORROW, start, minutes);
        assert_eq!(staffed("20:00", 60), Ok("21:00".to_owned()));
        assert_eq!(staffed("20:00", 61), Err(vec!["startTime"]));
    }

    #[test]
    fn neither_a_day_nor_a_time_that_has_passed_can_be_booked() {
        assert_eq!(open("2026-11-15", "18:00", 30), Err(vec!["bookingDate"]));
        assert_eq!(open(TODAY, "11:59", 30), Err(vec!["startTime"]));
        assert_eq!(open(TODAY, "12:00", 30), Err(vec!["startTime"]), "its minute has begun");
        assert_eq!(open(TODAY, "12:01", 30), Ok("12:31".to_owned()));
    }

    #[test]
    fn days_are_those_of_india() {
        let late = at("2026-11-15T18:31:00Z");
        let times = |date: &str| hours(SlotPolicy::Open).times(date.parse().unwrap(), time("10:00"), Minutes(30), late);
        assert!(times("2026-11-15").is_err());
        assert!(times("2026-11-16").is_ok());
    }

    #[test]
    fn the_horizon_bounds_how_far_ahead() {
        let near = BookingHours { horizon_days: Some(7), ..hours(SlotPolicy::Open) };
        assert_eq!(asked(near, "2026-11-23", "10:00", 30), Ok("10:30".to_owned()));
        assert_eq!(asked(near, "2026-11-24", "10:00", 30), Err(vec!["bookingDate"]));
        assert_eq!(open("2027-12-21", "10:00", 30), Ok("10:30".to_owned()));
        assert_eq!(open("2027-12-22", "10:00", 30), Err(vec!["bookingDate"]));
        let far = BookingHours { horizon_days: Some(3650), ..hours(SlotPolicy::Open) };
        assert_eq!(asked(far, "2027-12-22", "10:00", 30), Err(vec!["bookingDate"]));
        assert_eq!(asked(far, "9999-12-31", "10:00", 30), Err(vec!["bookingDate"]));
    }

    #[test]
    fn a_start_exactly_at_the_lead_time_is_in_time() {
        let mut branch = Branch::sample();
        let asked = |branch: &Branch, now: &str| {
            lead_problem(branch, TODAY.parse().unwrap(), time("14:00"), at(&format!("2026-11-16T{now}+05:30")))
        };
        assert_eq!(asked(&branch, "13:59:59"), None, "without a lead time only the past is too late");
        branch.settings.lead_minutes = 120;
        assert_eq!(asked(&branch, "12:00:00"), None);
        assert_eq!(asked(&branch, "12:00:01"), Some("must be at least 120 minutes from now".to_owned()));
    }

    #[test]
    fn the_hours_are_those_of_the_weekday() {
        let short = Interval { start: time("10:00"), end: time("14:00") };
        let hours = vec![WeekdayHours { weekday: 2, opening: Some(short) }, WeekdayHours { weekday: 3, opening: None }];
        let branch = Branch { hours, ..Branch::sample() };
        let on = |date: &str| BookingHours::on(&branch, date.parse().unwrap()).opening;
        assert_eq!(on(TODAY), branch.opening());
        assert_eq!(on(TOMORROW), short);
        assert_eq!(on("2026-11-18"), branch.opening(), "closed: told by whoever looks for a free time");
    }

    #[test]
    fn both_fields_are_named_when_both_are_wrong() {
        assert_eq!(open("2026-11-15", "09:00", 30), Err(vec!["bookingDate", "startTime"]));
    }

    #[test]
    fn a_change_exactly_two_hours_before_is_in_time() {
        let (rules, start) = (ChangeRules::default(), at("2026-11-16T16:00:00+05:30"));
        assert!(!rules.is_late(start, at("2026-11-16T14:00:00+05:30")));
        assert!(rules.is_late(start, at("2026-11-16T14:00:00.001+05:30")));
        assert!(rules.is_late(start, at("2026-11-16T17:00:00+05:30")));
    }

    #[test]
    fn a_customer_moves_a_booking_twice_in_time_and_only_while_it_is_open() {
        let (rules, start, early) =
            (ChangeRules::default(), at("2026-11-16T16:00:00+05:30"), at("2026-11-16T10:00:00+05:30"));
        let moved = |status, count, now| rules.may_reschedule(status, count, start, now);
        assert_eq!(moved(BookingStatus::Confirmed, 1, early), Ok(()));
        assert_eq!(moved(BookingStatus::Pending, 2, early), Err(RescheduleRefusal::TooOften));
        assert_eq!(moved(BookingStatus::Pending, 2, start), Err(RescheduleRefusal::TooOften));
        assert_eq!(moved(BookingStatus::Pending, 0, start), Err(RescheduleRefusal::TooLate));
        let status = IllegalTransition { from: BookingStatus::Completed, action: Action::Reschedule };
        assert_eq!(moved(BookingStatus::Completed, 9, start), Err(RescheduleRefusal::Status(status)));
    }

    #[test]
    fn a_check_in_can_be_taken_back_for_a_quarter_of_an_hour() {
        let then = at("2026-11-16T16:00:00+05:30");
        assert!(may_undo_check_in(then, at("2026-11-16T16:15:00+05:30")));
        assert!(!may_undo_check_in(then, at("2026-11-16T16:15:00.001+05:30")));
    }
}
