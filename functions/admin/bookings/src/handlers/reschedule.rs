//! Reschedules a booking at the desk.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::bookings::{DeskBookingAnswer, DeskRescheduleRequest};
use parlour::id::BookingId;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, Valid, ok};

pub async fn reschedule(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<BookingId>,
    Valid(body): Valid<DeskRescheduleRequest>,
) -> Answer<DeskBookingAnswer> {
    ok(DeskBookingAnswer::from(&salon.bookings().reschedule_at_desk(&caller.act, &id, &body).await?))
}
