//! Time kept free.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::done::Done;
use parlour::id::BlockId;
use parlour::salon::Salon;
use parlour::schedule::{BlockAnswer, BlockList, BlockRequest, ListBlocksRequest};
use parlour::web::{Answer, PathParam, Query, Valid, ok};

pub async fn list(State(salon): State<Salon>, Query(request): Query<ListBlocksRequest>) -> Answer<BlockList> {
    ok(BlockList { blocks: salon.schedule().blocks(&request).await? })
}

pub async fn block(
    State(salon): State<Salon>,
    caller: Caller,
    Valid(body): Valid<BlockRequest>,
) -> Answer<BlockAnswer> {
    ok(BlockAnswer { block: salon.schedule().block(&caller, &body).await? })
}

pub async fn unblock(State(salon): State<Salon>, caller: Caller, PathParam(id): PathParam<BlockId>) -> Answer<Done> {
    salon.schedule().unblock(&caller, &id).await?;
    ok(Done::OK)
}
