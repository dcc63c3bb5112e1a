//! Takes back that a customer is to be erased.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, ok};
use parlour_people::auth::Caller;
use parlour_platform::erasure::Erasures;
use parlour_storage::salon::Salon;
use parlour_values::done::Done;
use parlour_values::id::UserId;

pub async fn keep(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<UserId>,
) -> Answer<Done> {
    Erasures::of(&salon).take_back(&caller.act, &id).await?;
    ok(Done::OK)
}
