//! Tokens as developers see them: never what would let somebody use one, but for the one answer that creates it.

use serde::Serialize;
use utoipa::ToSchema;

use crate::auth::{Scope, Token, TokenSecret};
use parlour_values::id::{TokenId, UserId};
use parlour_values::role::Role;
use parlour_values::time::Instant;

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TokenView {
    pub id: TokenId,
    pub name: String,
    pub role: Role,
    pub scopes: Vec<Scope>,
    pub expires_at: Option<Instant>,
    /// The first use of the last day on which it was used.
    pub last_used_at: Option<Instant>,
    pub created_by: UserId,
    pub created_at: Instant,
}

impl From<&Token> for TokenView {
    fn from(token: &Token) -> Self {
        let token = token.clone();
        Self {
            id: token.id,
            name: token.name,
            role: token.role,
            scopes: token.scopes,
            expires_at: token.expires_at,
            last_used_at: token.last_used_at,
            created_by: token.created_by,
            created_at: token.created_at,
        }
    }
}

/// A new token. It is shown once: a repeat under the same `Idempotency-Key` has `null` in its place.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CreatedToken {
    #[serde(flatten)]
    pub row: TokenView,
    pub token: Option<String>,
}

impl CreatedToken {
    pub fn shown(token: &Token, secret: &TokenSecret) -> Self {
        Self { row: TokenView::from(token), token: Some(secret.token()) }
    }

    /// The answer that is kept for a repeat, and so must not hold the secret.
    pub fn hidden(token: &Token) -> Self {
        Self { row: TokenView::from(token), token: None }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TokenList {
    pub tokens: Vec<TokenView>,
}
