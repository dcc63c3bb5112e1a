//! Cancels one of the caller's bookings.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::bookings::{CancelRequest, Cancelled};
use parlour::id::BookingId;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, Valid, ok};

pub async fn cancel(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<BookingId>,
    Valid(body): Valid<CancelRequest>,
) -> Answer<Cancelled> {
    ok(Cancelled::from(&salon.bookings().cancel(&caller, &id, body.reason.as_deref()).await?))
}
