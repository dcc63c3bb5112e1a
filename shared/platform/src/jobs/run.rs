//! One run of a job, and working through the records that are due.

use chrono::TimeDelta;
use futures::{StreamExt as _, stream};
use serde_json::{Value, json};

use super::error::JobError;
use super::job::Job;
use super::schedule::last_due;
use crate::operations::{JobRun, RunOutcome};
use parlour_senders::JobOutcome;
use parlour_storage::act::Act;
use parlour_storage::at_once;
use parlour_storage::salon::Salon;
use parlour_storage::table::{Pages, Record, Stored};
use parlour_values::id::JobRunId;
use parlour_values::time::{Instant, IstDate};

/// A run: the salon, and the act in whose name it writes.
pub struct Run<'a> {
    pub salon: &'a Salon,
    pub act: Act,
    id: JobRunId,
    /// When the schedule or the message that started it was due; None where somebody asks for it.
    due: Option<Instant>,
}

/// A schedule may be ahead of our clock by this much; a due time further ahead is none.
const AHEAD: TimeDelta = TimeDelta::minutes(10);

impl<'a> Run<'a> {
    pub(super) fn begin(salon: &'a Salon, name: &'static str) -> Self {
        let id: JobRunId = salon.random.id();
        Self { salon, act: Act::of_job(name, id.as_str(), salon.clock.now()), id, due: None }
    }

    pub(super) fn scheduled(self, due: Option<Instant>) -> Self {
        Self { due, ..self }
    }

    /// The day on which the job was last due, however it was started: one that is redriven the next morning still
    /// works for the day before.
    pub fn due_on(&self, job: Job) -> IstDate {
        let due = self.due.filter(|due| *due <= self.now().plus(AHEAD));
        last_due(job, due.map_or(self.now(), |due| due.max(self.now())))
    }

    /// When its message was due; None where somebody asks for it.
    pub fn due(&self) -> Option<Instant> {
        self.due
    }

    pub fn now(&self) -> Instant {
        self.act.at
    }

    pub fn today(&self) -> IstDate {
        self.act.at.ist_date()
    }

    /// Writes the run log and pings the job's monitor. invoice-pdf has no monitor.
    pub(super) async fn finish(&self, job: Job, result: &Result<Value, JobError>) {
        let (outcome, answer, error) = match result {
            Ok(answer) => (RunOutcome::Succeeded, Some(answer.to_string()), None),
            Err(error) => {
                tracing::error!(job = job.as_str(), %error, "a job failed");
                (RunOutcome::Failed, None, Some(error.to_string()))
            }
        };
        self.log(JobRun {
            id: self.id.clone(),
            job: job.as_str().to_owned(),
            outcome,
            result: answer,
            error,
            started_at: self.act.at,
            finished_at: self.salon.clock.now(),
        })
        .await;
        if job != Job::InvoicePdf {
            let outcome = if result.is_ok() { JobOutcome::Succeeded } else { JobOutcome::Failed };
            self.salon.outbound.heartbeat(job.as_str(), outcome).await;
        }
    }

    /// A log that cannot be written does not fail the job.
    async fn log(&self, run: JobRun) {
        if let Err(error) = self.salon.table.put(&run).await {
            tracing::warn!(%error, job = run.job, "a run was not logged");
        }
    }
}

/// Counts the records of a run. A record that fails does not stop the others; the run fails in the end, and the next one
/// does what is left.
#[derive(Default)]
pub struct Tally {
    total: usize,
    done: usize,
    failed: usize,
    first: Option<String>,
}

impl Tally {
    /// Works on several records at a time: the next one starts as soon as one is done.
    pub async fn work<T, F>(&mut self, due: Vec<T>, one: impl FnMut(T) -> F)
    where
        F: Future<Output = Result<usize, JobError>>,
    {
        self.total = self.total.saturating_add(due.len());
        let mut outcomes = stream::iter(due.into_iter().map(one)).buffer_unordered(at_once::CALLS);
        while let Some(outcome) = outcomes.next().await {
            match outcome {
                Ok(acted) => self.done = self.done.saturating_add(acted),
                Err(error) => {
                    self.failed = self.failed.saturating_add(1);
                    self.first.get_or_insert_with(|| error.to_string());
                }
            }
        }
    }

    /// Works through a whole partition, page by page, on the records it picks.
    pub async fn pages<R, T, F>(
        &mut self,
        mut pages: Pages<'_, R>,
        mut pick: impl FnMut(Stored<R>) -> Option<T>,
        mut one: impl FnMut(T) -> F,
    ) -> Result<(), JobError>
    where
        R: Record,
        F: Future<Output = Result<usize, JobError>>,
    {
        while let Some(page) = pages.next().await? {
            let due: Vec<T> = page.into_iter().filter_map(&mut pick).collect();
            self.work(due, &mut one).await;
        }
        Ok(())
    }

    /// How many records were acted on; an error if any failed.
    pub fn end(self) -> Result<usize, JobError> {
        match self.first {
            Some(first) => Err(JobError::Some { failed: self.failed, total: self.total, first }),
            None => Ok(self.done),
        }
    }
}

/// Works through a list of records.
pub async fn tally<T, F>(due: Vec<T>, one: impl FnMut(T) -> F) -> Result<usize, JobError>
where
    F: Future<Output = Result<usize, JobError>>,
{
    let mut tally = Tally::default();
    tally.work(due, one).await;
    tally.end()
}

/// The answer of a job that works through records.
pub fn processed(count: usize) -> Value {
    json!({ "success": true, "processed": count })
}
