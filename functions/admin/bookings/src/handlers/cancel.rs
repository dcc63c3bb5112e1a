//! Cancels a booking at the desk.

use axum::extract::State;
use parlour_booking::bookings::{Bookings, DeskBookingAnswer, DeskCancelRequest};
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::id::BookingId;

pub async fn cancel(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<BookingId>,
    Valid(body): Valid<DeskCancelRequest>,
) -> Answer<DeskBookingAnswer> {
    ok(DeskBookingAnswer::from(&Bookings::of(&salon).cancel_at_desk(&caller.act, &id, &body).await?))
}
