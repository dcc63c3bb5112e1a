//! Adds the caller to the waitlist; the same wish again answers with the one that is there.

use axum::extract::State;
use parlour_booking::waitlist::{Waitlist, WishAnswer, WishRequest};
use parlour_http::{Answer, Given, Valid, ok, updated};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;

pub async fn wish(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Valid(body): Valid<WishRequest>,
) -> Answer<WishAnswer> {
    let wished = Waitlist::of(&salon).wish(&caller, &body).await?;
    if wished.is_new { ok(wished.answer) } else { updated(wished.answer) }
}
