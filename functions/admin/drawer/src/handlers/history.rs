//! Lists the closed drawers, newest first.

use axum::extract::State;
use parlour_http::{Answer, Query, paged};
use parlour_money::drawer::{DrawerHistory, DrawerHistoryRequest, Drawers};
use parlour_storage::salon::Salon;

pub async fn history(State(salon): State<Salon>, Query(request): Query<DrawerHistoryRequest>) -> Answer<DrawerHistory> {
    let (history, meta) = Drawers::of(&salon).history(&request).await?;
    paged(history, meta)
}
