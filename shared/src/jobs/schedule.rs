//! When the fourteen run: India's time, as EventBridge Scheduler is told and as the local service counts.

use super::Job;
use crate::time::{Instant, IstDate, TimeOfDay};

/// One schedule. The cron text is EventBridge Scheduler's, in Asia/Kolkata.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    pub job: Job,
    pub name: &'static str,
    pub cron: &'static str,
    pub cadence: Cadence,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cadence {
    /// Every quarter of an hour, from one full hour through another.
    Quarterly { from_hour: u32, through_hour: u32 },
    /// At hour and minute.
    Daily(u32, u32),
    /// On a weekday (Monday is 1).
    Weekly(u32, u32, u32),
    /// On a day of the month.
    Monthly(u32, u32, u32),
}

const fn daily(job: Job, cron: &'static str, hour: u32, minute: u32) -> Schedule {
    Schedule { job, name: job.as_str(), cron, cadence: Cadence::Daily(hour, minute) }
}

const fn other(job: Job, cron: &'static str, cadence: Cadence) -> Schedule {
    Schedule { job, name: job.as_str(), cron, cadence }
}

pub const SCHEDULES: [Schedule; 14] = [
    other(Job::AppointmentReminders, "cron(0/15 8-21 * * ? *)", Cadence::Quarterly { from_hour: 8, through_hour: 21 }),
    daily(Job::MembershipExpiry, "cron(30 0 * * ? *)", 0, 30),
    daily(Job::BirthdayEmails, "cron(30 9 * * ? *)", 9, 30),
    daily(Job::LeadFollowups, "cron(30 10 * * ? *)", 10, 30),
    daily(Job::GemsExpiryReminder, "cron(30 10 * * ? *)", 10, 30),
    daily(Job::MembershipUsageNudges, "cron(0 11 * * ? *)", 11, 0),
    daily(Job::DailySalesReport, "cron(30 22 * * ? *)", 22, 30),
    other(Job::WeeklyReport, "cron(0 9 ? * MON *)", Cadence::Weekly(1, 9, 0)),
    daily(Job::NightlySalesSummary, "cron(30 23 * * ? *)", 23, 30),
    daily(Job::MembershipAutoExpire, "cron(0 0 * * ? *)", 0, 0),
    daily(Job::OfferAutoExpire, "cron(5 0 * * ? *)", 0, 5),
    daily(Job::GemsAutoExpire, "cron(10 0 * * ? *)", 0, 10),
    other(Job::SessionCleanup, "cron(30 2 ? * SUN *)", Cadence::Weekly(7, 2, 30)),
    other(Job::MonthlyGstSummary, "cron(0 1 1 * ? *)", Cadence::Monthly(1, 1, 0)),
];

impl Schedule {
    /// The first run after a moment.
    pub fn next_after(&self, moment: Instant) -> Instant {
        let mut day = moment.ist_date();
        // A month has a first day at most 31 days on; the bound only guards against a cadence that never comes.
        for _ in 0..=62 {
            if let Some(next) = self.cadence.times_on(day).find(|at| *at > moment) {
                return next;
            }
            day = day.plus_days(1);
        }
        day.start()
    }
}

impl Cadence {
    /// The runs of one day, in order.
    fn times_on(self, day: IstDate) -> impl Iterator<Item = Instant> {
        let (runs, first, last, step) = match self {
            Self::Quarterly { from_hour, through_hour } => (true, from_hour * 60, through_hour * 60 + 45, 15),
            Self::Daily(hour, minute) => (true, hour * 60 + minute, hour * 60 + minute, 1),
            Self::Weekly(weekday, hour, minute) => {
                (day.weekday() == weekday, hour * 60 + minute, hour * 60 + minute, 1)
            }
            Self::Monthly(date, hour, minute) => (day.day() == date, hour * 60 + minute, hour * 60 + minute, 1),
        };
        (first..=last)
            .step_by(step)
            .filter(move |_| runs)
            .filter_map(move |minute| TimeOfDay::from_minutes(minute).map(|time| day.at(time)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn follows(job: Job, moment: &str, next: &str) {
        let schedule = SCHEDULES.iter().find(|schedule| schedule.job == job).unwrap();
        assert_eq!(schedule.next_after(moment.parse().unwrap()), next.parse().unwrap(), "{job} after {moment}");
    }

    #[test]
    fn every_job_is_scheduled_or_triggered_and_never_both() {
        for job in Job::ALL {
            let scheduled = SCHEDULES.iter().filter(|schedule| schedule.job == *job).count();
            assert_eq!(scheduled + usize::from(job.is_triggered()), 1, "{job}");
        }
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
    fn the_cron_texts_say_the_same() {
        for schedule in SCHEDULES {
            let fields: Vec<&str> =
                schedule.cron.trim_start_matches("cron(").trim_end_matches(')').split(' ').collect();
            let expected = match schedule.cadence {
                Cadence::Quarterly { from_hour, through_hour } => {
                    ["0/15".to_owned(), format!("{from_hour}-{through_hour}"), "*".into(), "*".into(), "?".into()]
                }
                Cadence::Daily(hour, minute) => {
                    [minute.to_string(), hour.to_string(), "*".into(), "*".into(), "?".into()]
                }
                Cadence::Weekly(weekday, hour, minute) => {
                    let name = if weekday == 7 { "SUN" } else { "MON" };
                    [minute.to_string(), hour.to_string(), "?".into(), "*".into(), name.into()]
                }
                Cadence::Monthly(date, hour, minute) => {
                    [minute.to_string(), hour.to_string(), date.to_string(), "*".into(), "?".into()]
                }
            };
            assert_eq!(fields[..5], expected, "{}", schedule.name);
            assert_eq!(fields[5], "*");
        }
    }
}
