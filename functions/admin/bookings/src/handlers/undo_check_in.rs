//! Undoes a check-in.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::bookings::DeskBookingAnswer;
use parlour::id::BookingId;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, ok};

pub async fn undo_check_in(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<BookingId>,
) -> Answer<DeskBookingAnswer> {
    ok(DeskBookingAnswer::from(&salon.bookings().undo_check_in(&caller.act, &id).await?))
}
