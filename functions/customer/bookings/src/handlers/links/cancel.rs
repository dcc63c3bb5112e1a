//! Cancels the booking of a link.

use axum::extract::State;
use parlour_booking::bookings::{CancelRequest, Cancelled};
use parlour_booking::links::Links;
use parlour_http::{Answer, Given, Valid, ok};
use parlour_storage::act::Act;
use parlour_storage::salon::Salon;

use crate::handlers::links::shown::ShownToken;

pub async fn cancel(
    State(salon): State<Salon>,
    Given(act): Given<Act>,
    ShownToken(token): ShownToken,
    Valid(body): Valid<CancelRequest>,
) -> Answer<Cancelled> {
    ok(Cancelled::from(&Links::of(&salon).cancel(&act, &token, body.reason.as_deref()).await?))
}
