//! Lets the time that is offered pass.

use axum::extract::State;
use parlour_booking::waitlist::{Waitlist, WishAnswer};
use parlour_http::{Answer, Given, PathParam, ok};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::id::WishId;

pub async fn decline(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<WishId>,
) -> Answer<WishAnswer> {
    ok(WishAnswer { wish: Waitlist::of(&salon).decline(&caller, &id).await? })
}
