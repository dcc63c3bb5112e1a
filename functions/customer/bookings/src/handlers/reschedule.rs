//! Reschedules one of the caller's bookings.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::bookings::{BookingAnswer, RescheduleRequest};
use parlour::id::BookingId;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, Valid, ok};

pub async fn reschedule(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<BookingId>,
    Valid(body): Valid<RescheduleRequest>,
) -> Answer<BookingAnswer> {
    ok(BookingAnswer::from(&salon.bookings().reschedule(&caller, &id, &body).await?))
}
