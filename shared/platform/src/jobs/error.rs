//! Why a job failed.

use crate::erasure::EraseError;
use crate::notifications::NotifyError;
use parlour_senders::SendError;
use parlour_storage::failure::Setback;
use parlour_storage::table::TableError;

/// Work that the job did before it failed stays done; running it again does the rest.
#[derive(Debug, thiserror::Error)]
pub enum JobError {
    #[error("there is no job {0}")]
    Unknown(String),
    #[error(transparent)]
    Setback(#[from] Setback),
    #[error("a message did not go out: {0}")]
    Send(#[from] SendError),
    #[error("a rule stands in the way: {0}")]
    Refused(String),
    #[error("the same message is being sent elsewhere")]
    UnderWay,
    #[error("the record changed while it was worked on")]
    Overtaken,
    #[error("{failed} of {total} records failed, the first with: {first}")]
    Some { failed: usize, total: usize, first: String },
}

impl From<TableError> for JobError {
    fn from(error: TableError) -> Self {
        Self::Setback(error.into())
    }
}

impl From<EraseError> for JobError {
    fn from(error: EraseError) -> Self {
        match error {
            EraseError::Setback(setback) => Self::Setback(setback),
            EraseError::Print(error) => Self::Send(error),
        }
    }
}

impl From<NotifyError> for JobError {
    fn from(error: NotifyError) -> Self {
        match error {
            NotifyError::Setback(setback) => Self::Setback(setback),
            NotifyError::Send(error) => Self::Send(error),
            NotifyError::UnderWay => Self::UnderWay,
        }
    }
}
