//! Makes an address from which calendars read the customer's visits.

use axum::extract::State;
use parlour_booking::feeds::{CalendarAnswer, FeedOf, Feeds};
use parlour_http::{Answer, Given, ok};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;

pub async fn share(State(salon): State<Salon>, Given(caller): Given<Caller>) -> Answer<CalendarAnswer> {
    ok(Feeds::of(&salon).share(&caller, FeedOf::Visits).await?)
}
