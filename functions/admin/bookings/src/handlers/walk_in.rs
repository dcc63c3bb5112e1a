//! Books for a customer at the desk.

use axum::extract::State;
use parlour_booking::bookings::{Bookings, PlacedAnswer, WalkInRequest};
use parlour_http::{Answer, Given, Valid, ok};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;

pub async fn walk_in(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Valid(body): Valid<WalkInRequest>,
) -> Answer<PlacedAnswer> {
    ok(Bookings::of(&salon).walk_in(&caller, &body).await?)
}
