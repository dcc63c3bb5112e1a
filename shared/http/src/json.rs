//! JSON as a response.

use axum::response::{IntoResponse as _, Response};
use http::{HeaderValue, StatusCode, header};

pub(super) fn json(status: StatusCode, body: Vec<u8>) -> Response {
    (status, [(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], body).into_response()
}
