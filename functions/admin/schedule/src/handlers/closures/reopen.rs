//! Removes a closure.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::done::Done;
use parlour::id::ClosureId;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, ok};

pub async fn reopen(State(salon): State<Salon>, caller: Caller, PathParam(id): PathParam<ClosureId>) -> Answer<Done> {
    salon.schedule().reopen(&caller, &id).await?;
    ok(Done::OK)
}
