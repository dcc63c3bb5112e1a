//! The outermost layer of every response: request id, error envelope, headers, ETag, compression, size limit.

use std::cell::RefCell;
use std::hash::Hasher as _;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::{Compress, Compression, FlushCompress, Status};
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use http_body_util::BodyExt as _;
use siphasher::sip128::{Hasher128 as _, SipHasher13};
use tower_http::cors::{AllowOrigin, CorsLayer};
use tracing::Instrument as _;

use super::accepts::Accepts;
use super::caller::{BASE_62, RequestId};
use super::dry_run;
use super::envelope::{Revalidated, StrongTag};
use super::errors::{Code, Refusal};
use super::front::BypassedCloudFront;
use super::json::json;
use super::report::{NEXT_CURSOR, TooLong};
use super::share;
use parlour_settings::App;
use parlour_storage::paging::{ListError, MAX_RESPONSE};
use parlour_storage::salon::Salon;

/// Smaller bodies are not worth compressing.
const WORTH_COMPRESSING: usize = 1024;

pub(super) fn layered(router: Router, salon: &Salon, app: App) -> Router {
    let (inner, cors) = (salon.clone(), cors(salon, app));
    router.layer(cors).layer(from_fn(move |request: Request, next: Next| finish(inner.clone(), app, request, next)))
}

async fn finish(salon: Salon, app: App, mut request: Request, next: Next) -> Response {
    let id = format!("req_{}", salon.random.text(12, BASE_62));
    let (method, path) = (request.method().clone(), without_ids(request.uri().path()));
    let accepts = Accepts::of(request.headers());
    request.extensions_mut().insert(RequestId(id.clone()));
    let span = tracing::info_span!("request", id = %id, %app, %method, path = %path);
    let response = if is_plain_options(&request) {
        Refusal::not_found("This address").into_response()
    } else if request.extensions().get::<BypassedCloudFront>().is_some() {
        Refusal::forbidden("Please use the address of the app.").into_response()
    } else {
        share::within(&salon, app, request, next).instrument(span.clone()).await
    };
    let response = span.in_scope(|| with_envelope(response, &id));
    let mut response = encoded(response, &id, &accepts).await;
    tracing::info!(parent: &span, status = response.status().as_u16(), "answered");
    // A dry run is not counted.
    if let Some(code) = response.extensions().get::<Code>()
        && !dry_run::is_one(&response)
    {
        salon.outbound.metrics.refusal(code.as_str());
    }

    let headers = response.headers_mut();
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=63072000; includeSubDomains"));
    if let Ok(id) = HeaderValue::from_str(&id) {
        headers.insert("x-request-id", id);
    }
    response
}

/// The path as it may be logged: whatever is no word of ours (an id, a date, the token of a link) is left out.
fn without_ids(path: &str) -> String {
    let is_word = |part: &str| part.len() <= 40 && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    path.split('/').map(|part| if is_word(part) { part } else { "*" }).collect::<Vec<_>>().join("/")
}

/// An OPTIONS request that is not a CORS preflight is an unsupported method.
fn is_plain_options(request: &Request) -> bool {
    *request.method() == Method::OPTIONS && !request.headers().contains_key(header::ACCESS_CONTROL_REQUEST_METHOD)
}

/// Writes the error envelope here, where the request's id is known.
fn with_envelope(mut response: Response, id: &str) -> Response {
    match response.extensions_mut().remove::<Refusal>() {
        Some(refusal) => {
            let mut enveloped = json(refusal.code.status(), refusal.envelope(id));
            // Keep the headers that inner layers set (rate limit, CORS, cookies).
            let mut headers = std::mem::take(response.headers_mut());
            headers.remove(header::CONTENT_LENGTH);
            headers.remove(header::CONTENT_TYPE);
            enveloped.headers_mut().extend(headers);
            enveloped.headers_mut().extend(*refusal.headers);
            enveloped.extensions_mut().insert(refusal.code);
            enveloped
        }
        None => response,
    }
}

async fn encoded(response: Response, id: &str, accepts: &Accepts) -> Response {
    let (mut parts, body) = response.into_parts();
    let Ok(collected) = body.collect().await else {
        return with_envelope(Refusal::internal("a response body broke off").into_response(), id);
    };
    let mut bytes = collected.to_bytes();
    // Photographs and archives are compressed already, and Lambda encodes them as base64.
    let is_packed = is_packed(&parts.headers);
    let compresses = accepts.gzip
        && bytes.len() >= WORTH_COMPRESSING
        && !is_packed
        && !parts.headers.contains_key(header::CONTENT_ENCODING);

    if let Some(Revalidated { vary }) = parts.extensions.get().copied()
        && parts.status == StatusCode::OK
    {
        let digest = URL_SAFE_NO_PAD.encode(digest(&bytes));
        let (opaque, compressed) = (format!("\"{digest}\""), format!("\"{digest}-gzip\""));
        // Weak comparison (RFC 9110): proxies may drop the `W/` of an ETag.
        let is_ours = |known: &str| {
            let own = known.strip_prefix("W/").unwrap_or(known);
            known == "*" || own == opaque || own == compressed
        };
        let known = accepts.etag.as_deref().is_some_and(|known| known.split(',').any(|known| is_ours(known.trim())));
        // An answer that is somebody's own says so itself.
        let cache_control = parts.headers.entry(header::CACHE_CONTROL);
        cache_control.or_insert(HeaderValue::from_static("public, max-age=0, must-revalidate"));
        parts.headers.insert(header::VARY, HeaderValue::from_static(vary));
        let tag = match parts.extensions.get::<StrongTag>() {
            None => format!("W/{opaque}"),
            Some(StrongTag) if compresses => compressed,
            Some(StrongTag) => opaque,
        };
        if let Ok(tag) = HeaderValue::from_str(&tag) {
            parts.headers.insert(header::ETAG, tag);
        }
        if known {
            parts.status = StatusCode::NOT_MODIFIED;
            parts.headers.remove(header::CONTENT_TYPE);
            parts.headers.remove(header::CONTENT_LENGTH);
            return Response::from_parts(parts, Body::empty());
        }
    }

    let mut on_the_wire = bytes.len();
    if is_packed {
        on_the_wire = bytes.len().div_ceil(3) * 4;
    }
    if compresses && let Some(compressed) = gzip(&bytes) {
        // Lambda encodes a binary body as base64.
        on_the_wire = compressed.len().div_ceil(3) * 4;
        bytes = compressed;
        parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        parts.headers.append(header::VARY, HeaderValue::from_static("accept-encoding"));
    }
    if on_the_wire > MAX_RESPONSE {
        let refusal = match parts.extensions.get() {
            Some(TooLong(told)) => Refusal::new(Code::BusinessRuleViolation, *told),
            None => Refusal::from(ListError::TooLong),
        };
        return with_envelope(refusal.into_response(), id);
    }
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(bytes))
}

/// Whether no compression makes it smaller.
fn is_packed(headers: &HeaderMap) -> bool {
    let is_packed = |kind: &[u8]| matches!(kind, b"image/jpeg" | b"image/png" | b"application/zip");
    headers.get(header::CONTENT_TYPE).is_some_and(|kind| is_packed(kind.as_bytes()))
}

/// The same in every process and version of ours; it tells contents apart and protects nothing, so it may be quick.
fn digest(bytes: &[u8]) -> [u8; 16] {
    let mut hasher = SipHasher13::new();
    hasher.write(bytes);
    hasher.finish128().as_bytes()
}

thread_local! {
    /// Kept, since setting one up clears a quarter of a megabyte.
    static GZIP: RefCell<Compress> = RefCell::new(Compress::new_gzip(Compression::fast(), 15));
}

fn gzip(bytes: &[u8]) -> Option<Bytes> {
    GZIP.with_borrow_mut(|gzip| {
        gzip.reset();
        let mut compressed = Vec::with_capacity((bytes.len() / 4).max(WORTH_COMPRESSING));
        loop {
            let done = usize::try_from(gzip.total_in()).ok()?;
            match gzip.compress_vec(bytes.get(done..)?, &mut compressed, FlushCompress::Finish).ok()? {
                Status::StreamEnd => return Some(Bytes::from(compressed)),
                Status::Ok | Status::BufError => compressed.reserve(compressed.capacity()),
            }
        }
    })
}

/// Only the app's own origins, with credentials.
fn cors(salon: &Salon, app: App) -> CorsLayer {
    let origins = salon.settings.origins(app).iter().filter_map(|origin| HeaderValue::from_str(origin).ok());
    let headers = [
        "x-request-id",
        "retry-after",
        "ratelimit-limit",
        "ratelimit-remaining",
        "ratelimit-reset",
        "idempotency-replayed",
        "dry-run",
        "content-disposition",
        NEXT_CURSOR,
    ];
    CorsLayer::new()
        .allow_origin(AllowOrigin::list(origins))
        .allow_credentials(true)
        .allow_methods([Method::GET, Method::POST, Method::PUT, Method::PATCH, Method::DELETE])
        .allow_headers([header::CONTENT_TYPE, HeaderName::from_static("idempotency-key"), header::IF_NONE_MATCH])
        .expose_headers(headers.map(HeaderName::from_static))
        .max_age(Duration::from_secs(600))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_logged_path_has_no_ids_and_no_tokens() {
        for (path, logged) in [
            ("/api/bookings/01KACG4ZQ8TX/complete", "/api/bookings/*/complete"),
            ("/api/unsubscribe/eyJ1Ijoi.Zm9v", "/api/unsubscribe/*"),
            ("/api/links/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/cancel", "/api/links/*/cancel"),
            ("/calendar/2026-11-16", "/calendar/*"),
            ("/", "/"),
            ("/book", "/book"),
        ] {
            assert_eq!(without_ids(path), logged);
        }
    }
}
