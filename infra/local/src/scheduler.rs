//! The schedules, as EventBridge Scheduler would run them: which job is next, and when.

use croner::Cron;
use croner::errors::CronError;
use croner::parser::CronParser;
use parlour_platform::jobs::schedule::{JobSchedule, SCHEDULES};
use parlour_values::time::Instant;

/// One job's schedule and its next run.
#[derive(Clone, Debug)]
pub struct Planned {
    pub schedule: JobSchedule,
    pub next: Instant,
    times: Times,
}

/// The times a cron expression names.
#[derive(Clone, Debug)]
struct Times(Cron);

impl Times {
    /// Reads EventBridge's `cron(minute hour day month weekday year)`: plain cron with a year, a `?` for a day or weekday
    /// that is left open, and weekdays counted from Sunday as 1.
    fn read(expression: &str) -> Result<Self, CronError> {
        let fields = expression.trim_start_matches("cron(").trim_end_matches(')').replace('?', "*");
        let without_year: Vec<&str> = fields.split_whitespace().take(5).collect();
        let parser = CronParser::builder().alternative_weekdays(true).sloppy_ranges(true).build();
        parser.parse(&without_year.join(" ")).map(Self)
    }

    /// The first time after a moment, on the clocks of the salon.
    fn next_after(&self, moment: Instant) -> Instant {
        let next = self.0.find_next_occurrence(&moment.ist(), false);
        // Each of the schedules runs at least once a month: a test walks through them.
        next.map_or(moment.plus(chrono::TimeDelta::days(31)), |next| Instant::from_millis(next.timestamp_millis()))
    }
}

pub struct Scheduler(Vec<Planned>);

impl Scheduler {
    /// Every schedule with its next run after `now`. Runs that were missed while nothing was running are not made late:
    /// the next run of a job does what a missed one left.
    pub fn starting(now: Instant) -> Self {
        Self(SCHEDULES.iter().filter_map(|schedule| Planned::starting(*schedule, now)).collect())
    }

    pub fn next_due(&self) -> Option<Instant> {
        self.0.iter().map(|planned| planned.next).min()
    }

    /// The jobs that are due by then, each with its time, the earliest first; their next runs move on.
    pub fn take_due(&mut self, by: Instant) -> Vec<(Instant, &'static str)> {
        let mut due: Vec<(Instant, &'static str)> = Vec::new();
        for planned in &mut self.0 {
            if planned.next <= by {
                due.push((planned.next, planned.schedule.name));
                // However many runs were missed, one makes up for them.
                planned.next = planned.times.next_after(by);
            }
        }
        due.sort_by_key(|(at, _)| *at);
        due
    }

    pub fn planned(&self) -> &[Planned] {
        &self.0
    }
}

impl Planned {
    fn starting(schedule: JobSchedule, now: Instant) -> Option<Self> {
        let times = Times::read(schedule.cron)
            .inspect_err(|error| tracing::error!(%error, schedule.cron, "a schedule cannot be read"))
            .ok()?;
        Some(Self { schedule, next: times.next_after(now), times })
    }
}

#[cfg(test)]
mod tests {
    use parlour_platform::jobs::Job;

    use super::*;

    #[track_caller]
    fn follows(job: Job, moment: &str, next: &str) {
        let schedule = SCHEDULES.iter().find(|schedule| schedule.job == job).unwrap();
        let times = Times::read(schedule.cron).unwrap();
        assert_eq!(times.next_after(moment.parse().unwrap()), next.parse().unwrap(), "{job} after {moment}");
    }

    #[test]
    fn reminders_run_each_quarter_of_an_hour_of_the_day() {
        let job = Job::AppointmentReminders;
        follows(job, "2026-11-16T07:59:59+05:30", "2026-11-16T08:00:00+05:30");
        follows(job, "2026-11-16T08:00:00+05:30", "2026-11-16T08:15:00+05:30");
        follows(job, "2026-11-16T21:45:00+05:30", "2026-11-17T08:00:00+05:30");
    }

    #[test]
    fn days_weeks_and_months_are_indias() {
        follows(Job::MembershipAutoExpire, "2026-11-16T18:29:00Z", "2026-11-17T00:00:00+05:30");
        follows(Job::MembershipAutoExpire, "2026-11-17T00:00:00+05:30", "2026-11-18T00:00:00+05:30");
        follows(Job::WeeklyReport, "2026-11-16T09:00:00+05:30", "2026-11-23T09:00:00+05:30");
        follows(Job::SessionCleanup, "2026-11-16T10:00:00+05:30", "2026-11-22T02:30:00+05:30");
        follows(Job::MonthlyGstSummary, "2026-12-31T23:00:00+05:30", "2027-01-01T01:00:00+05:30");
        follows(Job::MonthlyGstSummary, "2027-01-01T01:00:00+05:30", "2027-02-01T01:00:00+05:30");
    }

    #[test]
    fn a_run_is_on_the_full_second_whatever_the_moment() {
        follows(Job::AppointmentReminders, "2026-11-16T08:00:00.001+05:30", "2026-11-16T08:15:00+05:30");
        follows(Job::AppointmentReminders, "2026-11-16T07:59:59.999+05:30", "2026-11-16T08:00:00+05:30");
    }

    #[test]
    fn every_run_within_forty_days_is_due() {
        let start: Instant = "2026-11-16T10:00:00+05:30".parse().unwrap();
        let end = start.plus(chrono::TimeDelta::days(40));
        let mut scheduler = Scheduler::starting(start);
        let mut runs = std::collections::BTreeMap::<&str, u32>::new();
        while let Some(next) = scheduler.next_due().filter(|next| *next <= end) {
            for (_, job) in scheduler.take_due(next) {
                *runs.entry(job).or_default() += 1;
            }
        }
        assert_eq!(runs.get("appointment-reminders"), Some(&(40 * 56)));
        assert_eq!(runs.get("membership-auto-expire"), Some(&40));
        assert_eq!(runs.get("weekly-report"), Some(&5));
        assert_eq!(runs.get("session-cleanup"), Some(&5));
        assert_eq!(runs.get("monthly-gst-summary"), Some(&1));
        assert_eq!(runs.len(), 14);
    }
}
