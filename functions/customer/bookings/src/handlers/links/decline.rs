//! Lets the time that a link offers pass.

use axum::extract::State;
use parlour_booking::links::Links;
use parlour_booking::waitlist::WishAnswer;
use parlour_http::{Answer, Given, ok};
use parlour_storage::act::Act;
use parlour_storage::salon::Salon;

use crate::handlers::links::shown::ShownToken;

pub async fn decline(
    State(salon): State<Salon>,
    Given(act): Given<Act>,
    ShownToken(token): ShownToken,
) -> Answer<WishAnswer> {
    ok(WishAnswer { wish: Links::of(&salon).decline(&act, &token).await? })
}
