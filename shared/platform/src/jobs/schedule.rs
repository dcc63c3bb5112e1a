//! When the scheduled jobs run, as EventBridge Scheduler is told: cron expressions in India's time.

use super::Job;
use parlour_values::time::{Instant, IstDate, TimeOfDay};

/// The time zone of every schedule.
pub const TIME_ZONE: &str = "Asia/Kolkata";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobSchedule {
    pub job: Job,
    pub name: &'static str,
    /// In EventBridge Scheduler's syntax: `cron(minute hour day month weekday year)`.
    pub cron: &'static str,
}

const fn schedule(job: Job, cron: &'static str) -> JobSchedule {
    JobSchedule { job, name: job.as_str(), cron }
}

pub const SCHEDULES: [JobSchedule; 14] = [
    schedule(Job::AppointmentReminders, "cron(0/15 8-21 * * ? *)"),
    schedule(Job::MembershipExpiry, "cron(30 0 * * ? *)"),
    schedule(Job::BirthdayEmails, "cron(30 9 * * ? *)"),
    schedule(Job::LeadFollowups, "cron(30 10 * * ? *)"),
    schedule(Job::GemsExpiryReminder, "cron(30 10 * * ? *)"),
    schedule(Job::MembershipUsageNudges, "cron(0 11 * * ? *)"),
    schedule(Job::DailySalesReport, "cron(30 22 * * ? *)"),
    schedule(Job::WeeklyReport, "cron(0 9 ? * MON *)"),
    schedule(Job::NightlySalesSummary, "cron(30 23 * * ? *)"),
    schedule(Job::MembershipAutoExpire, "cron(0 0 * * ? *)"),
    schedule(Job::OfferAutoExpire, "cron(5 0 * * ? *)"),
    schedule(Job::GemsAutoExpire, "cron(10 0 * * ? *)"),
    schedule(Job::SessionCleanup, "cron(30 2 ? * SUN *)"),
    schedule(Job::MonthlyGstSummary, "cron(0 1 1 * ? *)"),
];

/// Longer than any month: within it every job that runs by the day, the week or the month was due.
const LOOKS_BACK_DAYS: u64 = 31;

const WEEKDAYS: [&str; 7] = ["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"];

/// The day on which a job that runs once a day, a week or a month was last due by this moment; of any other the day
/// itself.
pub fn last_due(job: Job, at: Instant) -> IstDate {
    let today = at.ist_date();
    let cron = SCHEDULES.iter().find(|schedule| schedule.job == job).map_or("", |schedule| schedule.cron);
    let fields: Vec<&str> = cron.trim_start_matches("cron(").trim_end_matches(')').split(' ').collect();
    let [minute, hour, day_of_month, _, weekday, _] = fields.as_slice() else { return today };
    let time = minute.parse().ok().zip(hour.parse().ok()).and_then(|(minute, hour)| TimeOfDay::hm(hour, minute));
    let Some(time) = time else { return today };
    let is_day = |day: IstDate| {
        let by_month = ["*", "?"].contains(day_of_month) || day_of_month.parse() == Ok(day.day());
        let named = (1..).zip(WEEKDAYS).find(|(_, name)| name == weekday).map(|(number, _)| number);
        let by_week = ["*", "?"].contains(weekday) || named == Some(day.weekday());
        by_month && by_week
    };
    let days = (0..=LOOKS_BACK_DAYS).map(|back| today.minus_days(back));
    days.filter(|day| is_day(*day)).find(|day| day.at(time) <= at).unwrap_or(today)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_of_the_last_time_it_was_due() {
        let due = |job: Job, at: &str| last_due(job, at.parse().unwrap()).to_string();
        let daily = |at: &str| due(Job::DailySalesReport, at);
        assert_eq!(daily("2026-11-17T22:29:59+05:30"), "2026-11-16");
        assert_eq!(daily("2026-11-17T22:30:00+05:30"), "2026-11-17");
        assert_eq!(daily("2026-11-18T08:00:00+05:30"), "2026-11-17");
        let weekly = |at: &str| due(Job::WeeklyReport, at);
        assert_eq!(weekly("2026-11-16T08:59:59+05:30"), "2026-11-09");
        assert_eq!(weekly("2026-11-16T09:00:00+05:30"), "2026-11-16");
        assert_eq!(weekly("2026-11-22T23:59:59+05:30"), "2026-11-16");
        let monthly = |at: &str| due(Job::MonthlyGstSummary, at);
        assert_eq!(monthly("2026-12-01T00:59:59+05:30"), "2026-11-01");
        assert_eq!(monthly("2026-12-01T01:00:00+05:30"), "2026-12-01");
        assert_eq!(monthly("2027-01-31T12:00:00+05:30"), "2027-01-01");
        assert_eq!(due(Job::AppointmentReminders, "2026-11-17T01:00:00+05:30"), "2026-11-17");
    }

    #[test]
    fn every_job_is_scheduled_or_triggered_and_never_both() {
        for job in Job::ALL {
            let scheduled = SCHEDULES.iter().filter(|schedule| schedule.job == *job).count();
            assert_eq!(scheduled + usize::from(job.is_triggered()), 1, "{job}");
        }
    }
}
