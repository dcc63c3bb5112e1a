//! Unsubscribes a browser from pushes.

use axum::extract::State;
use parlour_http::{Answer, Given, Valid, ok};
use parlour_people::auth::Caller;
use parlour_platform::notifications::{Notifications, UnsubscribeRequest};
use parlour_storage::salon::Salon;
use parlour_values::done::Done;

pub async fn unsubscribe(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Valid(body): Valid<UnsubscribeRequest>,
) -> Answer<Done> {
    ok(Notifications::of(&salon).unsubscribe(&caller, &body).await?)
}
