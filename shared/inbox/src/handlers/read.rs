//! Marks the caller's notifications as read.

use axum::extract::State;
use parlour_http::{Answer, Given, Valid, ok};
use parlour_people::auth::Caller;
use parlour_platform::notifications::{Notifications, ReadRequest};
use parlour_storage::salon::Salon;
use parlour_values::done::Done;

pub async fn read(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Valid(body): Valid<ReadRequest>,
) -> Answer<Done> {
    ok(Notifications::of(&salon).read(&caller, body).await?)
}
