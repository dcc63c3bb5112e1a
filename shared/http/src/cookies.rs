//! Reading and writing the session cookie and the cookie of a pending sign-in.

use chrono::TimeDelta;
use http::HeaderMap;

use parlour_people::auth::Credential;
use parlour_settings::{App, Settings};

pub(super) const SECURE_SESSION_COOKIE: &str = "__Host-parlour.session";

/// On https the `__Host-` prefix binds the cookie to the host; on a local http port it is named by app, since ports
/// share cookies.
pub fn session_cookie_name(settings: &Settings, app: App) -> &'static str {
    match (is_https(settings, app), app) {
        (true, _) => SECURE_SESSION_COOKIE,
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
    headers
        .get_all(http::header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find_map(|(found, value)| (found == name).then_some(value))
}

/// The `Set-Cookie` that signs a person in, or goes on with an extended session, for as long as the session lasts.
pub fn session_cookie(settings: &Settings, app: App, credential: &Credential, lasts: TimeDelta) -> String {
    cookie(settings, app, session_cookie_name(settings, app), &credential.cookie_value(), lasts.num_seconds())
}

/// The `Set-Cookie` that lets this browser, and no other, finish the sign-in it began.
#[cfg(feature = "oidc")]
pub fn state_cookie(settings: &Settings, app: App, value: &str) -> String {
    cookie(
        settings,
        app,
        state_cookie_name(settings, app),
        value,
        parlour_people::sign_in::STATE_COOKIE_LIFETIME.num_seconds(),
    )
}

/// The `Set-Cookie` that takes a cookie away.
pub fn expired_cookie(settings: &Settings, app: App, name: &str) -> String {
    cookie(settings, app, name, "", 0)
}

fn cookie(settings: &Settings, app: App, name: &str, value: &str, max_age: i64) -> String {
    let secure = if is_https(settings, app) { "; Secure" } else { "" };
    format!("{name}={value}; Max-Age={max_age}; Path=/; HttpOnly; SameSite=Lax{secure}")
}
