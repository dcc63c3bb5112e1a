//! Reads one booking.

use axum::extract::State;
use parlour::bookings::DeskBookingAnswer;
use parlour::id::BookingId;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, ok};

pub async fn view(State(salon): State<Salon>, PathParam(id): PathParam<BookingId>) -> Answer<DeskBookingAnswer> {
    ok(DeskBookingAnswer { booking: salon.bookings().view(&id).await? })
}
