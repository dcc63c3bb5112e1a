//! The success envelope: `{success: true, data, meta?}`.

use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use serde::Serialize;
use utoipa::ToSchema;

use super::errors::Refusal;

/// What a handler answers.
pub type Answer<T> = Result<Success<T>, Refusal>;

#[derive(Debug)]
pub struct Success<T> {
    status: StatusCode,
    data: T,
    meta: Option<Meta>,
    revalidated: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Meta {
    pub page: u64,
    pub total_pages: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_count: Option<u64>,
}

impl Meta {
    /// For lists whose whole length is known.
    pub fn counted(page: u64, page_size: u64, total_count: u64) -> Self {
        Self { page, total_pages: total_count.div_ceil(page_size.max(1)).max(1), total_count: Some(total_count) }
    }

    /// For feeds: a full page means there may be one more.
    pub fn open_ended(page: u64, page_size: u64, returned: usize) -> Self {
        let full = u64::try_from(returned).is_ok_and(|returned| returned == page_size);
        Self { page, total_pages: if full { page.saturating_add(1) } else { page }, total_count: None }
    }
}

/// `{ok: true}`: it is done, and there is nothing more to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Done {
    ok: bool,
}

impl Done {
    pub const OK: Self = Self { ok: true };
}

pub fn ok<T>(data: T) -> Answer<T> {
    Ok(Success { status: StatusCode::OK, data, meta: None, revalidated: false })
}

pub fn created<T>(data: T) -> Answer<T> {
    Ok(Success { status: StatusCode::CREATED, data, meta: None, revalidated: false })
}

pub fn paged<T>(data: T, meta: Meta) -> Answer<T> {
    Ok(Success { status: StatusCode::OK, data, meta: Some(meta), revalidated: false })
}

impl<T> Success<T> {
    /// A public read that browsers may keep as long as they ask each time whether it still holds.
    pub fn revalidated(mut self) -> Self {
        self.revalidated = true;
        self
    }
}

/// Marks an answer that gets an ETag and may be a 304.
#[derive(Clone, Copy)]
pub(super) struct Revalidated;

impl<T: Serialize> IntoResponse for Success<T> {
    fn into_response(self) -> Response {
        #[derive(Serialize)]
        struct Envelope<'a, T> {
            success: bool,
            data: &'a T,
            #[serde(skip_serializing_if = "Option::is_none")]
            meta: Option<&'a Meta>,
        }
        let body = Envelope { success: true, data: &self.data, meta: self.meta.as_ref() };
        let mut response = match serde_json::to_vec(&body) {
            Ok(bytes) => json(self.status, bytes),
            Err(error) => Refusal::internal(format!("an answer could not be written: {error}")).into_response(),
        };
        if self.revalidated {
            response.extensions_mut().insert(Revalidated);
        }
        response
    }
}

/// The answer of an act that was carried out before, from the bytes that were kept.
pub(super) fn replayed(status: u16, data: &str) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::OK);
    let mut response = json(status, format!(r#"{{"success":true,"data":{data}}}"#).into_bytes());
    response.headers_mut().insert("idempotency-replayed", HeaderValue::from_static("true"));
    response
}

pub(super) fn json(status: StatusCode, body: Vec<u8>) -> Response {
    (status, [(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], body).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_counted_up_to_at_least_one() {
        assert_eq!(Meta::counted(1, 20, 0).total_pages, 1);
        assert_eq!(Meta::counted(1, 20, 20).total_pages, 1);
        assert_eq!(Meta::counted(2, 20, 41).total_pages, 3);
    }

    #[test]
    fn a_full_page_of_a_feed_promises_one_more() {
        assert_eq!(Meta::open_ended(2, 20, 20).total_pages, 3);
        assert_eq!(Meta::open_ended(2, 20, 19).total_pages, 2);
    }
}
