//! The kept document as it is served: with the names that are in force here.

use axum::response::{IntoResponse as _, Response};
use http::header;
use serde_json::json;

use super::super::cookies::session_cookie_name;
use super::{COOKIE, SERVER, SIGNATURE};
use parlour_settings::{App, Settings};

/// The document with this app's address, cookie and header in place of the general ones.
pub fn served(document: &str, settings: &Settings, app: App) -> Response {
    let quoted = |key: &str, value: &str| format!("{}: {}", json!(key), json!(value));
    let text = document
        .replace(&quoted("name", COOKIE), &quoted("name", session_cookie_name(settings, app)))
        .replace(&quoted("name", SIGNATURE), &quoted("name", &settings.job_signature_header))
        .replace(&quoted("url", SERVER), &quoted("url", settings.url(app)));
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}
