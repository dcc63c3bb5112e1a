//! Lists the days on which branches are closed.

use axum::extract::State;
use parlour::salon::Salon;
use parlour::schedule::{ClosureList, ListClosuresRequest};
use parlour::web::{Answer, Query, paged};

pub async fn list(State(salon): State<Salon>, Query(request): Query<ListClosuresRequest>) -> Answer<ClosureList> {
    let (closures, meta) = salon.schedule().closures(&request).await?;
    paged(ClosureList { closures }, meta)
}
