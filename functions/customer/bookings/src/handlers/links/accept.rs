//! Takes the time that a link offers.

use axum::extract::State;
use parlour_booking::bookings::Booked;
use parlour_booking::links::Links;
use parlour_http::{Answer, Given, ok};
use parlour_storage::act::Act;
use parlour_storage::salon::Salon;

use crate::handlers::links::shown::ShownToken;

pub async fn accept(
    State(salon): State<Salon>,
    Given(act): Given<Act>,
    ShownToken(token): ShownToken,
) -> Answer<Booked> {
    ok(Links::of(&salon).accept(&act, &token).await?)
}
