//! Takes somebody off the waitlist.

use axum::extract::State;
use parlour_booking::waitlist::Waitlist;
use parlour_http::{Answer, Given, PathParam, ok};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::done::Done;
use parlour_values::id::WishId;

pub async fn end(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<WishId>,
) -> Answer<Done> {
    Waitlist::of(&salon).end(&caller.act, &id).await?;
    ok(Done::OK)
}
