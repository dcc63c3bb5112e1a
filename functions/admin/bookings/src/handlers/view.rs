//! Reads one booking.

use axum::extract::State;
use parlour_booking::bookings::{Bookings, DeskBookingAnswer};
use parlour_http::{Answer, PathParam, ok};
use parlour_storage::salon::Salon;
use parlour_values::id::BookingId;

pub async fn view(State(salon): State<Salon>, PathParam(id): PathParam<BookingId>) -> Answer<DeskBookingAnswer> {
    ok(DeskBookingAnswer { booking: Bookings::of(&salon).view(&id).await? })
}
