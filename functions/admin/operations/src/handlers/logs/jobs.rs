//! Lists the runs of jobs.

use axum::extract::State;
use parlour_http::{Answer, Query, paged};
use parlour_platform::operations::{JobLogRequest, JobRunsAnswer, Operations};
use parlour_storage::salon::Salon;

pub async fn jobs(State(salon): State<Salon>, Query(request): Query<JobLogRequest>) -> Answer<JobRunsAnswer> {
    let (runs, meta) = Operations::of(&salon).runs(&request).await?;
    paged(runs, meta)
}
