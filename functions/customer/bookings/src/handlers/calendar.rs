//! A booking for the customer's calendar.

use axum::extract::State;
use axum::response::IntoResponse;
use http::header;
use parlour_booking::bookings::Bookings;
use parlour_http::{Given, PathParam, Refusal};
use parlour_people::auth::Caller;
use parlour_setup::branding::BrandingStore;
use parlour_storage::salon::Salon;
use parlour_values::id::BookingId;

pub async fn calendar(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<BookingId>,
) -> Result<impl IntoResponse, Refusal> {
    let booking = Bookings::of(&salon).own(&caller.user.id, &id).await?;
    let brand = BrandingStore::of(&salon).brand(Some(&booking.branch_id)).await?;
    Ok(file(&booking.number, booking.calendar(&brand)))
}

/// The entry as a file, under the booking's number.
pub fn file(number: &str, entry: String) -> impl IntoResponse + use<> {
    let name = format!("attachment; filename=\"{number}.ics\"");
    let headers =
        [(header::CONTENT_TYPE, "text/calendar; charset=utf-8".to_owned()), (header::CONTENT_DISPOSITION, name)];
    (headers, entry)
}
