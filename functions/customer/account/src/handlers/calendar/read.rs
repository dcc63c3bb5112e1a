//! Somebody's visits or work, for whatever calendar has the address.

use axum::Extension;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::response::IntoResponse;
use http::header;
use parlour_booking::feeds::Feeds;
use parlour_http::{Refusal, StrongTag};
use parlour_storage::salon::Salon;

/// A path that cannot be read as an address is a wrong one like any other.
pub async fn read(
    State(salon): State<Salon>,
    address: Result<Path<String>, PathRejection>,
) -> Result<impl IntoResponse, Refusal> {
    let address = address.map(|Path(address)| address).unwrap_or_default();
    let calendar = Feeds::of(&salon).read(&address).await?;
    let headers = [
        (header::CONTENT_TYPE, "text/calendar; charset=utf-8".to_owned()),
        (header::CACHE_CONTROL, "private, no-cache".to_owned()),
        (header::LAST_MODIFIED, calendar.changed_at.http_date()),
        // Calendars come through `robots.txt`; nobody else should find it.
        (header::HeaderName::from_static("x-robots-tag"), "noindex".to_owned()),
    ];
    Ok((headers, Extension(StrongTag), calendar.text))
}
