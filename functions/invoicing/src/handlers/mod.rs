//! The service's handlers and their errors.

pub mod ping;
pub mod render;

use axum::response::{IntoResponse, Response};
use http::StatusCode;

/// Why no document was rendered. Plain text is enough, as the only caller is our jobs function.
#[derive(Debug)]
pub enum InvoicingRefusal {
    Unsigned,
    BadDocument(String),
    Failed,
}

impl IntoResponse for InvoicingRefusal {
    fn into_response(self) -> Response {
        match self {
            Self::Unsigned => (StatusCode::UNAUTHORIZED, "Unauthorized").into_response(),
            Self::BadDocument(reason) => (StatusCode::BAD_REQUEST, reason).into_response(),
            Self::Failed => (StatusCode::INTERNAL_SERVER_ERROR, "Rendering failed").into_response(),
        }
    }
}
