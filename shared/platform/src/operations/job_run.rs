//! The log of job runs: what ran, when, and how it went. Developers read it at /api/logs/jobs.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

use parlour_storage::table::{Key, Places, Record, keys};
use parlour_values::id::JobRunId;
use parlour_values::text_enum::text_enum;
use parlour_values::time::Instant;

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
    /// JSON text: what the job answered.
    pub result: Option<String>,
    pub error: Option<String>,
    pub started_at: Instant,
    pub finished_at: Instant,
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
