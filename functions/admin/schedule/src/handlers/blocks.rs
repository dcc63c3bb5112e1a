//! Time kept free.

use axum::extract::State;
use parlour::id::BlockId;
use parlour::salon::Salon;
use parlour::schedule::{BlockAnswer, BlockList, BlockRequest, ListBlocksRequest};
use parlour::web::{Answer, Caller, Done, PathParam, Query, Valid, created, ok};

pub async fn list(State(salon): State<Salon>, Query(request): Query<ListBlocksRequest>) -> Answer<BlockList> {
    ok(BlockList { blocks: salon.schedule().blocks(&request).await? })
}

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
