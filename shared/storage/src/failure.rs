//! Why a write or a read did not succeed: a rule refused it, or it could not be carried out.

use std::convert::Infallible;

use crate::table::{FailedConditions, TableError, WriteError};

/// `R` is the aggregate's own error: what its rules refuse. A write that no rule can refuse fails with
/// `Failure<Infallible>`.
#[derive(Debug, thiserror::Error)]
pub enum Failure<R> {
    #[error(transparent)]
    Refused(R),
    #[error(transparent)]
    Setback(Setback),
}

/// Why a write did not happen, when nothing is wrong with what was asked.
#[derive(Debug, thiserror::Error)]
pub enum Setback {
    #[error("somebody else changed it first: {0:?}")]
    ConditionsFailed(FailedConditions),
    #[error("it was contended for too long")]
    Contended,
    /// Another request with the same idempotency key was carried out first; its response is returned to both.
    #[error("already done under the same key")]
    AlreadyDone,
    #[error(transparent)]
    Table(#[from] TableError),
}

impl Setback {
    pub fn has_lost(&self) -> bool {
        matches!(self, Self::ConditionsFailed(_))
    }

    /// Whether the write lost at this label.
    pub fn failed_at(&self, label: &str) -> bool {
        matches!(self, Self::ConditionsFailed(lost) if lost.at(label))
    }
}

impl From<WriteError> for Setback {
    fn from(error: WriteError) -> Self {
        match error {
            WriteError::ConditionsFailed(lost) => Self::ConditionsFailed(lost),
            WriteError::Contended => Self::Contended,
            WriteError::Table(error) => Self::Table(error),
        }
    }
}

/// Marks the errors that an aggregate's rules give, so that `?` turns them into a [`Failure`].
pub trait Refused {}

impl<R: Refused> From<R> for Failure<R> {
    fn from(refused: R) -> Self {
        Self::Refused(refused)
    }
}

impl<R> Failure<R> {
    /// Whether the write lost a race, so that the decision should be made again.
    pub fn has_lost(&self) -> bool {
        matches!(self, Self::Setback(setback) if setback.has_lost())
    }
}

impl<R> From<Setback> for Failure<R> {
    fn from(setback: Setback) -> Self {
        Self::Setback(setback)
    }
}

impl<R> From<TableError> for Failure<R> {
    fn from(error: TableError) -> Self {
        Self::Setback(error.into())
    }
}

/// Lets a caller with another error type use `?` on what can only be a setback.
impl From<Failure<Infallible>> for Setback {
    fn from(failure: Failure<Infallible>) -> Self {
        match failure {
            Failure::Refused(never) => match never {},
            Failure::Setback(setback) => setback,
        }
    }
}
