//! Cancels one of the caller's bookings.

use axum::extract::State;
use parlour_booking::bookings::{Bookings, CancelRequest, Cancelled};
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::id::BookingId;

pub async fn cancel(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<BookingId>,
    Valid(body): Valid<CancelRequest>,
) -> Answer<Cancelled> {
    ok(Cancelled::from(&Bookings::of(&salon).cancel(&caller, &id, body.reason.as_deref()).await?))
}
