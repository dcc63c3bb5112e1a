//! Reschedules the booking of a link.

use axum::extract::State;
use parlour_booking::bookings::RescheduleRequest;
use parlour_booking::links::{Links, MovedByLink};
use parlour_http::{Answer, Given, Valid, ok};
use parlour_storage::act::Act;
use parlour_storage::salon::Salon;

use crate::handlers::links::shown::ShownToken;

pub async fn reschedule(
    State(salon): State<Salon>,
    Given(act): Given<Act>,
    ShownToken(token): ShownToken,
    Valid(body): Valid<RescheduleRequest>,
) -> Answer<MovedByLink> {
    ok(MovedByLink::from(&Links::of(&salon).reschedule(&act, &token, &body).await?))
}
