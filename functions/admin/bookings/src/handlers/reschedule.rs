//! Reschedules a booking at the desk.

use axum::extract::State;
use parlour_booking::bookings::{Bookings, DeskRescheduleRequest, PlacedAnswer};
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::id::BookingId;

pub async fn reschedule(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<BookingId>,
    Valid(body): Valid<DeskRescheduleRequest>,
) -> Answer<PlacedAnswer> {
    ok(PlacedAnswer::from(Bookings::of(&salon).reschedule_at_desk(&caller, &id, &body).await?))
}
