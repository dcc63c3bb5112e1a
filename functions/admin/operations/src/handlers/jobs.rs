//! What ran.

use axum::extract::State;
use parlour::operations::JobRunsAnswer;
use parlour::salon::Salon;
use parlour::web::{Answer, ok};

pub async fn jobs(State(salon): State<Salon>) -> Answer<JobRunsAnswer> {
    ok(salon.operations().runs().await?)
}
