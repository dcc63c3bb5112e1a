//! Error responses of tokens.

use super::Refusal;
use parlour_people::tokens::TokenError;

impl From<TokenError> for Refusal {
    fn from(error: TokenError) -> Self {
        match error {
            TokenError::Unknown => Self::not_found("The token"),
            TokenError::RoleAboveOwn => Self::forbidden("This role is above your own."),
            TokenError::EndsInThePast => Self::invalid_field("expiresAt", "must be in the future"),
        }
    }
}
