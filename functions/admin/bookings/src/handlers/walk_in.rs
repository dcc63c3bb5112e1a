//! Somebody who stands at the desk.

use axum::extract::State;
use parlour::bookings::{DeskBookingAnswer, WalkInRequest};
use parlour::salon::Salon;
use parlour::web::{Answer, Caller, Valid, created};

pub async fn walk_in(
    State(salon): State<Salon>,
    caller: Caller,
    Valid(body): Valid<WalkInRequest>,
) -> Answer<DeskBookingAnswer> {
    created(salon.bookings().walk_in(&caller.act, &body).await?)
}
