//! Removes a block.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::done::Done;
use parlour::id::BlockId;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, ok};

pub async fn unblock(State(salon): State<Salon>, caller: Caller, PathParam(id): PathParam<BlockId>) -> Answer<Done> {
    salon.schedule().unblock(&caller, &id).await?;
    ok(Done::OK)
}
