//! Checks a customer in.

use axum::extract::State;
use parlour_booking::bookings::{Bookings, DeskBookingAnswer};
use parlour_http::{Answer, Given, PathParam, ok};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::id::BookingId;

pub async fn check_in(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<BookingId>,
) -> Answer<DeskBookingAnswer> {
    ok(DeskBookingAnswer::from(&Bookings::of(&salon).check_in(&caller.act, &id).await?))
}
