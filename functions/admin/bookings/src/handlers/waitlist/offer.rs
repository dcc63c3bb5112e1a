//! Offers a time to somebody who waits.

use axum::extract::State;
use parlour_booking::waitlist::{DeskWishAnswer, OfferTimeRequest, Waitlist};
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::id::WishId;

pub async fn offer(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<WishId>,
    Valid(body): Valid<OfferTimeRequest>,
) -> Answer<DeskWishAnswer> {
    ok(DeskWishAnswer { wish: Waitlist::of(&salon).offer(&caller.act, &id, &body).await? })
}
