//! Deactivates a membership tier.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::done::Done;
use parlour::id::TierId;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, ok};

pub async fn delete(State(salon): State<Salon>, caller: Caller, PathParam(id): PathParam<TierId>) -> Answer<Done> {
    salon.memberships().delete_tier(&caller.act, &id).await?;
    ok(Done::OK)
}
