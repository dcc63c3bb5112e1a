//! Reads one of the caller's bookings.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::bookings::BookingAnswer;
use parlour::id::BookingId;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, ok};

pub async fn view(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<BookingId>,
) -> Answer<BookingAnswer> {
    ok(BookingAnswer { booking: salon.bookings().own_view(&caller.user.id, &id).await? })
}
