//! `/robots.txt`: the public pages are for everybody.

use axum::response::IntoResponse;
use http::header;
use parlour_pages::Asked;

/// Paths that are somebody's own, or no page at all.
const CLOSED: [&str; 9] =
    ["/api/", "/bookings", "/gems", "/membership", "/notifications", "/offline", "/onboarding", "/profile", "/sign-in"];

pub async fn file(asked: Asked) -> impl IntoResponse {
    let closed: String = CLOSED.iter().map(|path| format!("Disallow: {path}\n")).collect();
    let text =
        format!("User-agent: *\n{closed}Allow: /api/calendars/\nAllow: /\n\nSitemap: {}/sitemap.xml\n", asked.site);
    let headers =
        [(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CACHE_CONTROL, "public, max-age=3600")];
    (headers, text)
}
