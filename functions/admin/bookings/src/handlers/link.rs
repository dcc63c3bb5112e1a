//! Makes a new link to a booking, which ends the old one.

use axum::extract::State;
use parlour_booking::links::{LinkAnswer, Links};
use parlour_http::{Answer, Given, PathParam, ok};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::id::BookingId;

pub async fn link(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<BookingId>,
) -> Answer<LinkAnswer> {
    ok(Links::of(&salon).renew(&caller.act, &id).await?)
}
