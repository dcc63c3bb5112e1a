//! Cancels a booking at the desk.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::bookings::{DeskBookingAnswer, DeskCancelRequest};
use parlour::id::BookingId;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, Valid, ok};

pub async fn cancel(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<BookingId>,
    Valid(body): Valid<DeskCancelRequest>,
) -> Answer<DeskBookingAnswer> {
    ok(DeskBookingAnswer::from(&salon.bookings().cancel_at_desk(&caller.act, &id, &body.reason).await?))
}
