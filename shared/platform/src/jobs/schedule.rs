//! When the scheduled jobs run, as EventBridge Scheduler is told: cron expressions in India's time.

use super::Job;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_is_scheduled_or_triggered_and_never_both() {
        for job in Job::ALL {
            let scheduled = SCHEDULES.iter().filter(|schedule| schedule.job == *job).count();
            assert_eq!(scheduled + usize::from(job.is_triggered()), 1, "{job}");
        }
    }
}
