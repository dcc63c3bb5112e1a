//! Reading and writing the session cookie and the cookie of a pending sign-in.

use chrono::TimeDelta;
use cookie::time::Duration;
use cookie::{Cookie, SameSite};
use http::HeaderMap;

use crate::auth::{Credential, LIFETIME};
use crate::settings::{App, Settings};

/// On https the `__Host-` prefix binds the cookie to the host; on a local http port it is named by app, since ports
/// share cookies.
pub fn session_cookie_name(settings: &Settings, app: App) -> &'static str {
    match (is_https(settings, app), app) {
        (true, _) => "__Host-parlour.session",
        (false, App::Customer) => "parlour.session",
        (false, App::Admin) => "parlour.admin.session",
    }
}

/// The cookie of a pending sign-in.
pub fn state_cookie_name(settings: &Settings, app: App) -> &'static str {
    match (is_https(settings, app), app) {
        (true, _) => "__Host-parlour.state",
        (false, App::Customer) => "parlour.state",
        (false, App::Admin) => "parlour.admin.state",
    }
}

fn is_https(settings: &Settings, app: App) -> bool {
    settings.url(app).starts_with("https://")
}

pub fn read_cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let sent = headers.get_all(http::header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut cookies = sent.flat_map(Cookie::split_parse).filter_map(Result::ok);
    cookies.find(|cookie| cookie.name() == name).and_then(|cookie| cookie.value_raw())
}

/// The `Set-Cookie` for a new or extended session.
pub fn session_cookie(settings: &Settings, app: App, credential: &Credential) -> String {
    set_cookie(settings, app, session_cookie_name(settings, app), &credential.cookie_value(), LIFETIME)
}

/// The `Set-Cookie` that binds a pending sign-in to this browser.
#[cfg(feature = "oidc")]
pub fn state_cookie(settings: &Settings, app: App, value: &str) -> String {
    set_cookie(settings, app, state_cookie_name(settings, app), value, crate::sign_in::SEAL_LIFETIME)
}

/// The `Set-Cookie` that deletes a cookie.
pub fn expired_cookie(settings: &Settings, app: App, name: &str) -> String {
    set_cookie(settings, app, name, "", TimeDelta::zero())
}

fn set_cookie(settings: &Settings, app: App, name: &str, value: &str, lifetime: TimeDelta) -> String {
    Cookie::build((name, value))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(is_https(settings, app))
        .max_age(Duration::seconds(lifetime.num_seconds()))
        .to_string()
}
