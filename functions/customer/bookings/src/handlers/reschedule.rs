//! Reschedules one of the caller's bookings.

use axum::extract::State;
use parlour_booking::bookings::{BookingAnswer, Bookings, RescheduleRequest};
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::id::BookingId;

pub async fn reschedule(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<BookingId>,
    Valid(body): Valid<RescheduleRequest>,
) -> Answer<BookingAnswer> {
    ok(BookingAnswer::from(&Bookings::of(&salon).reschedule(&caller, &id, &body).await?))
}
