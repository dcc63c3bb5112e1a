//! Error responses of tokens.

use super::{Code, Refusal};
use parlour_people::tokens::TokenError;

impl From<TokenError> for Refusal {
    fn from(error: TokenError) -> Self {
        match error {
            TokenError::Unknown => Self::not_found("The token"),
            TokenError::RoleAboveOwn => Self::forbidden("This role is above your own."),
            TokenError::TooMany => Self::new(
                Code::BusinessRuleViolation,
                "You have as many tokens as one person may have. Please revoke one first.",
            ),
            TokenError::EndsInThePast => Self::invalid_field("expiresAt", "must be in the future"),
        }
    }
}
