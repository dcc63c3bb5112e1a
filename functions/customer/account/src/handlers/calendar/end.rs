//! Ends the address from which calendars read the customer's visits.

use axum::extract::State;
use parlour_booking::feeds::{FeedOf, Feeds};
use parlour_http::{Answer, Given, ok};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::done::Done;

pub async fn end(State(salon): State<Salon>, Given(caller): Given<Caller>) -> Answer<Done> {
    Feeds::of(&salon).end(&caller, FeedOf::Visits).await?;
    ok(Done::OK)
}
