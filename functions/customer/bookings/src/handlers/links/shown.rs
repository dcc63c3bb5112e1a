//! The token in a link's address.

use std::convert::Infallible;

use axum::extract::{FromRequestParts, Path};
use http::request::Parts;

/// As it was sent. What cannot be read or is longer than any token opens nothing, as any wrong one: it is not refused in
/// words of its own.
pub struct ShownToken(pub String);

const LONGEST: usize = 100;

impl<S: Send + Sync> FromRequestParts<S> for ShownToken {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let token = Path::<String>::from_request_parts(parts, state).await.map(|Path(token)| token);
        Ok(Self(token.ok().filter(|token| token.len() <= LONGEST).unwrap_or_default()))
    }
}
