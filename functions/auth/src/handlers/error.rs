//! Shows why a sign-in failed.

use axum::extract::Query;
use axum::extract::rejection::QueryRejection;
use axum::response::{Html, IntoResponse, Response};
use http::header;
use serde::Deserialize;

#[derive(Default, Deserialize)]
pub struct ErrorQuery {
    error: Option<String>,
}

pub async fn error(failure: Result<Query<ErrorQuery>, QueryRejection>) -> Response {
    let failure = failure.map(|Query(failure)| failure).unwrap_or_default();
    let code = failure.error.filter(|code| is_code(code)).unwrap_or_else(|| "unknown".to_owned());
    let page = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Sign-in failed</title></head>\
         <body><h1>You could not be signed in</h1><p>Please go back and try again.</p><p><code>{code}</code></p>\
         <p><a href=\"/\">To the start page</a></p></body></html>"
    );
    ([(header::CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'")], Html(page)).into_response()
}

/// Only our own vocabulary is repeated: nothing a stranger wrote gets onto the page.
fn is_code(text: &str) -> bool {
    !text.is_empty() && text.len() <= 64 && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}
