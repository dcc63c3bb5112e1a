//! Lists the blocked times.

use axum::extract::State;
use parlour::salon::Salon;
use parlour::schedule::{BlockList, ListBlocksRequest};
use parlour::web::{Answer, Query, ok};

pub async fn list(State(salon): State<Salon>, Query(request): Query<ListBlocksRequest>) -> Answer<BlockList> {
    ok(BlockList { blocks: salon.schedule().blocks(&request).await? })
}
