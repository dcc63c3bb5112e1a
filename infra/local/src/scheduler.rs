//! The schedules, as EventBridge Scheduler would keep them: which job is next, and when.

use parlour::time::Instant;

use crate::cron::Cron;
use crate::work;

/// One job's schedule and its next run.
#[derive(Clone, Debug)]
pub struct Planned {
    pub job: &'static str,
    pub cron: &'static str,
    pub next: Instant,
    runs: Cron,
}

pub struct Scheduler(Vec<Planned>);

impl Scheduler {
    /// Every schedule, its next run after `now`. What fell due while nothing was running is not run late: the jobs
    /// themselves make up for a missed run.
    pub fn starting(now: Instant) -> Self {
        let planned = work::SCHEDULES.iter().filter_map(|(job, cron)| {
            let runs = Cron::parse(cron)?;
            Some(Planned { job, cron, next: runs.next_after(now)?, runs })
        });
        Self(planned.collect())
    }

    pub fn next_due(&self) -> Option<Instant> {
        self.0.iter().map(|planned| planned.next).min()
    }

    /// The jobs due by then, the earliest first; their next runs move on.
    pub fn take_due(&mut self, by: Instant) -> Vec<&'static str> {
        let mut due: Vec<(Instant, &'static str)> = Vec::new();
        for planned in &mut self.0 {
            if planned.next <= by {
                due.push((planned.next, planned.job));
                // A run that could not be made in time is made once, not once for every time it was missed.
                planned.next = planned.runs.next_after(by).unwrap_or(planned.next);
            }
        }
        due.sort_unstable();
        due.into_iter().map(|(_, job)| job).collect()
    }

    pub fn planned(&self) -> &[Planned] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_schedule_can_be_planned() {
        let scheduler = Scheduler::starting("2026-11-16T10:00:00+05:30".parse().unwrap());
        assert_eq!(scheduler.planned().len(), work::SCHEDULES.len());
        assert_eq!(work::SCHEDULES.len(), 14);
    }

    #[test]
    fn forty_days_have_every_run_of_them() {
        let start: Instant = "2026-11-16T10:00:00+05:30".parse().unwrap();
        let end = start.plus(chrono::TimeDelta::days(40));
        let mut scheduler = Scheduler::starting(start);
        let mut runs = std::collections::BTreeMap::<&str, u32>::new();
        while let Some(next) = scheduler.next_due().filter(|next| *next <= end) {
            for job in scheduler.take_due(next) {
                *runs.entry(job).or_default() += 1;
            }
        }
        assert_eq!(runs.get("appointment-reminders"), Some(&(40 * 56)));
        assert_eq!(runs.get("membership-auto-expire"), Some(&40));
        assert_eq!(runs.get("weekly-report"), Some(&5));
        assert_eq!(runs.get("session-cleanup"), Some(&5));
        assert_eq!(runs.get("monthly-gst-summary"), Some(&1));
    }
}
