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
    let (bookings, act) = (Bookings::of(&salon), &caller.act);
    let booking = match &body {
        DecideRequest::Approve(to) => bookings.approve(act, &id, &to.staff_id).await?,
        DecideRequest::Reject(why) => bookings.reject(act, &id, &why.rejection_reason).await?,
        DecideRequest::Assign(to) => bookings.assign(act, &id, &to.staff_id).await?,
    };
    ok(Decided::of(&body, &booking))
}
