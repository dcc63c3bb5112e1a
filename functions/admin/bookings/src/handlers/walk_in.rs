//! Books for a customer at the desk.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::bookings::{DeskBookingAnswer, WalkInRequest};
use parlour::salon::Salon;
use parlour::web::{Answer, Valid, ok};

pub async fn walk_in(
    State(salon): State<Salon>,
    caller: Caller,
    Valid(body): Valid<WalkInRequest>,
) -> Answer<DeskBookingAnswer> {
    ok(salon.bookings().walk_in(&caller.act, &body).await?)
}
