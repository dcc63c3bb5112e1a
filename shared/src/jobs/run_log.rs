//! What ran, when, and how it went: read by developers at /api/logs/jobs.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Job, JobError};
use crate::id::JobRunId;
use crate::salon::Salon;
use crate::table::{AtomicWrite, Key, Places, Record, keys};
use crate::text_enum::text_enum;
use crate::time::Instant;

text_enum! {
    pub enum RunOutcome {
        Succeeded => "succeeded",
        Failed => "failed",
    }
}

/// Long enough to look into a month that went wrong.
const KEPT: TimeDelta = TimeDelta::days(62);

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct JobRun {
    pub id: JobRunId,
    pub job: String,
    pub outcome: RunOutcome,
    /// JSON text: what the route answered.
    pub result: Option<String>,
    pub error: Option<String>,
    pub started_at: Instant,
    pub finished_at: Instant,
}

impl JobRun {
    pub fn of(
        id: JobRunId,
        job: Job,
        started_at: Instant,
        finished_at: Instant,
        result: &Result<Value, JobError>,
    ) -> Self {
        let (outcome, answer, error) = match result {
            Ok(answer) => (RunOutcome::Succeeded, Some(answer.to_string()), None),
            Err(error) => (RunOutcome::Failed, None, Some(error.to_string())),
        };
        Self { id, job: job.as_str().to_owned(), outcome, result: answer, error, started_at, finished_at }
    }
}

impl Record for JobRun {
    const KIND: &'static str = "job_run";

    fn key(&self) -> Key {
        keys::job_run(self.started_at, &self.id)
    }

    fn places(&self) -> Places {
        Places { ttl: Some(self.started_at.plus(KEPT)), ..Places::default() }
    }
}

/// A log that cannot be written must not fail the job it tells of.
pub(super) async fn note(salon: &Salon, run: JobRun) {
    let mut log = AtomicWrite::new(&salon.random);
    log.changes.create(&run);
    if let Err(error) = log.commit(&salon.table).await {
        tracing::warn!(%error, job = run.job, "a run was not logged");
    }
}
