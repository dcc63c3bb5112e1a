//! The caller of a request: set by the gate, extracted by handlers.

use axum::extract::FromRequestParts;
use http::request::Parts;

use super::errors::Refusal;
use crate::act::Act;
use crate::auth::Caller;
use crate::settings::App;

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Refusal> {
        parts.extensions.get::<Self>().cloned().ok_or_else(Refusal::unauthenticated)
    }
}

/// The act of a route that does not require a session.
impl<S: Send + Sync> FromRequestParts<S> for Act {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Refusal> {
        parts.extensions.get::<Self>().cloned().ok_or_else(|| Refusal::internal("the request has no act"))
    }
}

/// The client's address as the gateway reports it; never taken from a header the client can set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientIp(pub String);

/// The app that received the request.
impl<S: Send + Sync> FromRequestParts<S> for App {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Refusal> {
        parts.extensions.get::<Self>().copied().ok_or_else(|| Refusal::internal("the request has no app"))
    }
}

/// `req_` and twelve random characters: in every response and in every log line of the request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestId(pub String);

pub(super) const BASE_62: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

impl<S: Send + Sync> FromRequestParts<S> for ClientIp {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Refusal> {
        Ok(parts.extensions.get::<Self>().cloned().unwrap_or(Self("unknown".to_owned())))
    }
}
