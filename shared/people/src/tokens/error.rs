//! Why a token is not made or revoked.

use parlour_storage::failure::Refused;

#[derive(Debug, thiserror::Error)]
pub enum TokenError {
    #[error("no such token")]
    Unknown,
    #[error("the role is above the caller's own")]
    RoleAboveOwn,
    #[error("it would end before it begins")]
    EndsInThePast,
    #[error("the caller has as many tokens as one may have")]
    TooMany,
}

impl Refused for TokenError {}
