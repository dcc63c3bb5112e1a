//! The success envelope: `{success: true, data, meta?}`.

use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode};
use serde::Serialize;

use super::errors::Refusal;
use super::json::json;
use parlour_storage::paging::{CursorMeta, Meta};

/// The result of a handler.
pub type Answer<T> = Result<Success<T>, Refusal>;

#[derive(Debug)]
pub struct Success<T> {
    data: T,
    meta: Option<AnyMeta>,
    updated: bool,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum AnyMeta {
    Numbered(Meta),
    Cursor(CursorMeta),
}

/// The status comes from the route's spec in `routes.rs`.
pub fn ok<T>(data: T) -> Answer<T> {
    Ok(Success { data, meta: None, updated: false })
}

/// For a route that creates or updates: this was an update.
pub fn updated<T>(data: T) -> Answer<T> {
    Ok(Success { data, meta: None, updated: true })
}

pub fn paged<T>(data: T, meta: Meta) -> Answer<T> {
    Ok(Success { data, meta: Some(AnyMeta::Numbered(meta)), updated: false })
}

/// A list that is answered whole, or page by page where that was asked for.
pub fn listed<T>(data: T, meta: Option<CursorMeta>) -> Answer<T> {
    Ok(Success { data, meta: meta.map(AnyMeta::Cursor), updated: false })
}

/// Marks a response that gets an ETag and may become a 304, with the request headers that it depends on.
#[derive(Clone, Copy)]
pub struct Revalidated {
    pub vary: &'static str,
}

/// Marks a response whose ETag stands for every byte of it (RFC 9110, 8.8.1), so that it has another one where it is compressed.
/// The others' are weak: they stand for what is said, in whatever coding.
#[derive(Clone, Copy)]
pub struct StrongTag;

/// Marks a response that keeps 200 on a route that otherwise returns 201.
#[derive(Clone, Copy)]
pub(super) struct Updated;

impl<T: Serialize> IntoResponse for Success<T> {
    fn into_response(self) -> Response {
        #[derive(Serialize)]
        struct SuccessEnvelope<'a, T> {
            success: bool,
            data: &'a T,
            #[serde(skip_serializing_if = "Option::is_none")]
            meta: Option<&'a AnyMeta>,
        }
        let body = SuccessEnvelope { success: true, data: &self.data, meta: self.meta.as_ref() };
        let mut response = match serde_json::to_vec(&body) {
            Ok(bytes) => json(StatusCode::OK, bytes),
            Err(error) => Refusal::internal(format!("a response could not be serialised: {error}")).into_response(),
        };
        if self.updated {
            response.extensions_mut().insert(Updated);
        }
        response
    }
}

/// The response stored under an idempotency key, byte for byte.
pub(super) fn replayed(status: StatusCode, data: &str) -> Response {
    let mut response = json(status, format!(r#"{{"success":true,"data":{data}}}"#).into_bytes());
    response.headers_mut().insert("idempotency-replayed", HeaderValue::from_static("true"));
    response
}
