//! Marks a booking as a no-show.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::bookings::DeskBookingAnswer;
use parlour::id::BookingId;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, ok};

pub async fn no_show(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<BookingId>,
) -> Answer<DeskBookingAnswer> {
    ok(DeskBookingAnswer::from(&salon.bookings().no_show(&caller.act, &id).await?))
}
