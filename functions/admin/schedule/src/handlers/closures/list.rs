//! Lists the days on which branches are closed.

use axum::extract::State;
use parlour_booking::schedule::{ClosureList, ListClosuresRequest, Schedule};
use parlour_http::{Answer, Query, paged};
use parlour_storage::salon::Salon;

pub async fn list(State(salon): State<Salon>, Query(request): Query<ListClosuresRequest>) -> Answer<ClosureList> {
    let (closures, meta) = Schedule::of(&salon).closures(&request).await?;
    paged(ClosureList { closures }, meta)
}
