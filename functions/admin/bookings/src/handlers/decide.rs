//! Approves, rejects or assigns a booking.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::bookings::{DecideRequest, Decided};
use parlour::id::BookingId;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, Valid, ok};

pub async fn decide(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<BookingId>,
    Valid(body): Valid<DecideRequest>,
) -> Answer<Decided> {
    let (bookings, act) = (salon.bookings(), &caller.act);
    let booking = match &body {
        DecideRequest::Approve(to) => bookings.approve(act, &id, &to.staff_id).await?,
        DecideRequest::Reject(why) => bookings.reject(act, &id, &why.rejection_reason).await?,
        DecideRequest::Assign(to) => bookings.assign(act, &id, &to.staff_id).await?,
    };
    ok(Decided::of(&body, &booking))
}
