//! Reads one of the caller's bookings.

use axum::extract::State;
use parlour_booking::bookings::{BookingAnswer, Bookings};
use parlour_http::{Answer, Given, PathParam, ok};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::id::BookingId;

pub async fn view(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<BookingId>,
) -> Answer<BookingAnswer> {
    ok(BookingAnswer { booking: Bookings::of(&salon).own_view(&caller.user.id, &id).await? })
}
