//! Takes back that the caller is to be erased.

use axum::extract::State;
use parlour_http::{Answer, Given, ok};
use parlour_people::auth::Caller;
use parlour_platform::erasure::Erasures;
use parlour_storage::salon::Salon;
use parlour_values::done::Done;

pub async fn take_back(State(salon): State<Salon>, Given(caller): Given<Caller>) -> Answer<Done> {
    Erasures::of(&salon).take_back(&caller.act, &caller.user.id).await?;
    ok(Done::OK)
}
