//! Why something cannot be done with a membership.

use super::rules::{Ended, SessionRefusal};
use crate::counter::CounterRefusal;
use parlour_storage::failure::Refused;
use parlour_values::document_number::SeriesExhausted;
use parlour_values::input::Problems;

#[derive(Debug, thiserror::Error)]
pub enum MembershipError {
    #[error("there is no such membership")]
    Unknown,
    #[error("there is no such tier")]
    UnknownTier,
    #[error("another tier has this name")]
    TierTaken,
    #[error("only a manager sees inactive tiers")]
    ManagersOnly,
    #[error("there is no primary branch")]
    NoPrimaryBranch,
    #[error("a field names something that is not there")]
    Invalid(Problems),
    #[error("the customer has an active membership already")]
    AlreadyActive,
    #[error("the customer was erased")]
    Erased,
    #[error(transparent)]
    Session(#[from] SessionRefusal),
    #[error(transparent)]
    Counter(#[from] CounterRefusal),
    #[error(transparent)]
    Ended(#[from] Ended),
    #[error(transparent)]
    Numbers(#[from] SeriesExhausted),
}

impl Refused for MembershipError {}
