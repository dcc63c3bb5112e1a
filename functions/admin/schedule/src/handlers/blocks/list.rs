//! Lists the blocked times.

use axum::extract::State;
use parlour_booking::schedule::{BlockList, ListBlocksRequest, Schedule};
use parlour_http::{Answer, Query, ok};
use parlour_storage::salon::Salon;

pub async fn list(State(salon): State<Salon>, Query(request): Query<ListBlocksRequest>) -> Answer<BlockList> {
    ok(BlockList { blocks: Schedule::of(&salon).blocks(&request).await? })
}
