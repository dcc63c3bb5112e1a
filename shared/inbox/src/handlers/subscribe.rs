//! Subscribes a browser to pushes.

use axum::extract::State;
use parlour_http::{Answer, Given, Valid, ok};
use parlour_people::auth::Caller;
use parlour_platform::notifications::{Notifications, SubscribeRequest};
use parlour_storage::salon::Salon;
use parlour_values::done::Done;

pub async fn subscribe(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Valid(body): Valid<SubscribeRequest>,
) -> Answer<Done> {
    ok(Notifications::of(&salon).subscribe(&caller, &body).await?)
}
