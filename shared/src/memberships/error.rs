//! Why something cannot be done with a membership.

use super::rules::{Ended, SessionRefusal};
use crate::failure::{MayHaveLost, Setback};
use crate::input::Problems;
use crate::invoices::number::SeriesExhausted;
use crate::table::TableError;

#[derive(Debug, thiserror::Error)]
pub enum MembershipError {
    #[error("there is no such membership")]
    Unknown,
    #[error("there is no primary branch")]
    NoPrimaryBranch,
    #[error("a field names something that is not there")]
    Invalid(Problems),
    #[error("the customer has an active membership already")]
    AlreadyActive,
    #[error(transparent)]
    Session(#[from] SessionRefusal),
    #[error(transparent)]
    Ended(#[from] Ended),
    #[error(transparent)]
    Numbers(#[from] SeriesExhausted),
    #[error(transparent)]
    Setback(#[from] Setback),
}

impl From<TableError> for MembershipError {
    fn from(error: TableError) -> Self {
        Self::Setback(error.into())
    }
}

impl MayHaveLost for MembershipError {
    fn has_lost(&self) -> bool {
        matches!(self, Self::Setback(setback) if setback.has_lost())
    }
}
