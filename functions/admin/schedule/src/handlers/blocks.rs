//! Time kept free.

use axum::extract::State;
use parlour::id::BlockId;
use parlour::salon::Salon;
use parlour::schedule::{BlockAnswer, BlockRequest};
use parlour::web::{Answer, Caller, Done, PathParam, Valid, created, ok};

pub async fn block(
    State(salon): State<Salon>,
    caller: Caller,
    Valid(body): Valid<BlockRequest>,
) -> Answer<BlockAnswer> {
    created(BlockAnswer { block: salon.schedule().block(&caller, &body).await? })
}

pub async fn unblock(State(salon): State<Salon>, caller: Caller, PathParam(id): PathParam<BlockId>) -> Answer<Done> {
    salon.schedule().unblock(&caller, &id).await?;
    ok(Done::OK)
}
