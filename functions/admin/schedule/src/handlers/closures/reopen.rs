//! Removes a closure.

use axum::extract::State;
use parlour_booking::schedule::Schedule;
use parlour_http::{Answer, Given, PathParam, ok};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::done::Done;
use parlour_values::id::ClosureId;

pub async fn reopen(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<ClosureId>,
) -> Answer<Done> {
    Schedule::of(&salon).reopen(&caller, &id).await?;
    ok(Done::OK)
}
