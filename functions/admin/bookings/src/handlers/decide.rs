//! Approves, rejects or assigns a booking.

use axum::extract::State;
use parlour_booking::bookings::{Bookings, DecideRequest, Decided};
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::id::BookingId;

pub async fn decide(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<BookingId>,
    Valid(body): Valid<DecideRequest>,
) -> Answer<Decided> {
    let bookings = Bookings::of(&salon);
    ok(match &body {
        DecideRequest::Approve(to) => Decided::approved(bookings.approve(&caller, &id, to).await?),
        DecideRequest::Reject(why) => Decided::rejected(&bookings.reject(&caller.act, &id, why).await?),
        DecideRequest::Assign(to) => Decided::assigned(bookings.assign(&caller, &id, to).await?),
    })
}
