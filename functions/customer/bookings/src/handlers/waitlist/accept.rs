//! Takes the time that is offered.

use axum::extract::State;
use parlour_booking::bookings::Booked;
use parlour_booking::waitlist::{AcceptOfferRequest, Waitlist};
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::id::WishId;

pub async fn accept(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<WishId>,
    Valid(body): Valid<AcceptOfferRequest>,
) -> Answer<Booked> {
    ok(Waitlist::of(&salon).accept(&caller, &id, &body).await?)
}
