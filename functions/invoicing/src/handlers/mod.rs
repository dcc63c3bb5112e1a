//! The service's handlers, and how they refuse.

pub mod ping;
pub mod render;

use axum::response::{IntoResponse, Response};
use http::StatusCode;

/// Why no document was rendered. The caller is our own jobs function, so plain text is enough.
#[derive(Debug)]
pub enum Refusal {
    Unsigned,
    BadDocument(String),
    Failed,
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        match self {
            Self::Unsigned => (StatusCode::UNAUTHORIZED, "Unauthorized").into_response(),
            Self::BadDocument(reason) => (StatusCode::BAD_REQUEST, reason).into_response(),
            Self::Failed => (StatusCode::INTERNAL_SERVER_ERROR, "Rendering failed").into_response(),
        }
    }
}
