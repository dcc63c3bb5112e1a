//! Reads the drawer that is open.

use axum::extract::State;
use parlour_http::{Answer, Query, ok};
use parlour_money::drawer::{DrawerRequest, Drawers, OpenDrawerAnswer};
use parlour_storage::salon::Salon;

pub async fn current(State(salon): State<Salon>, Query(request): Query<DrawerRequest>) -> Answer<OpenDrawerAnswer> {
    ok(Drawers::of(&salon).current(&request.branch_id).await?)
}
