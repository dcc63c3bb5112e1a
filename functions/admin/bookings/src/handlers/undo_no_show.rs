//! Takes a no-show back.

use axum::extract::State;
use parlour_booking::bookings::{Bookings, DeskBookingAnswer};
use parlour_http::{Answer, Given, PathParam, ok};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::id::BookingId;

pub async fn undo_no_show(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<BookingId>,
) -> Answer<DeskBookingAnswer> {
    ok(DeskBookingAnswer::from(&Bookings::of(&salon).undo_no_show(&caller.act, &id).await?))
}
