//! The schedules, as EventBridge Scheduler would keep them: which job is next, and when.

use parlour::jobs::schedule::{SCHEDULES, Schedule};
use parlour::time::Instant;

/// One job's schedule and its next run.
#[derive(Clone, Debug)]
pub struct Planned {
    pub schedule: Schedule,
    pub next: Instant,
}

pub struct Scheduler(Vec<Planned>);

impl Scheduler {
    /// Every schedule, its next run after `now`. What fell due while nothing was running is not run late: the jobs
    /// themselves make up for a missed run.
    pub fn starting(now: Instant) -> Self {
        Self(SCHEDULES.iter().map(|schedule| Planned { schedule: *schedule, next: schedule.next_after(now) }).collect())
    }

    pub fn next_due(&self) -> Option<Instant> {
        self.0.iter().map(|planned| planned.next).min()
    }

    /// The jobs due by then, the earliest first; their next runs move on.
    pub fn take_due(&mut self, by: Instant) -> Vec<&'static str> {
        let mut due: Vec<(Instant, &'static str)> = Vec::new();
        for planned in &mut self.0 {
            if planned.next <= by {
                due.push((planned.next, planned.schedule.name));
                // A run that could not be made in time is made once, not once for every time it was missed.
                planned.next = planned.schedule.next_after(by);
            }
        }
        due.sort_by_key(|(at, _)| *at);
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
        assert_eq!(runs.len(), 14);
    }
}
