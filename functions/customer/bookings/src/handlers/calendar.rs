//! A booking for the customer's calendar.

use axum::extract::State;
use axum::response::IntoResponse;
use http::header;
use parlour::auth::Caller;
use parlour::id::BookingId;
use parlour::salon::Salon;
use parlour::web::{PathParam, Refusal};

pub async fn calendar(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<BookingId>,
) -> Result<impl IntoResponse, Refusal> {
    let booking = salon.bookings().own(&caller.user.id, &id).await?;
    let brand = salon.branding().brand(Some(&booking.branch_id)).await?;
    let name = format!("attachment; filename=\"{}.ics\"", booking.number);
    let headers =
        [(header::CONTENT_TYPE, "text/calendar; charset=utf-8".to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, booking.calendar(&brand)))
}
