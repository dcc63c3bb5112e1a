//! Lists the runs of jobs.

use axum::extract::State;
use parlour::operations::{JobLogRequest, JobRunsAnswer};
use parlour::salon::Salon;
use parlour::web::{Answer, Query, paged};

pub async fn jobs(State(salon): State<Salon>, Query(request): Query<JobLogRequest>) -> Answer<JobRunsAnswer> {
    let (runs, meta) = salon.operations().runs(&request).await?;
    paged(runs, meta)
}
