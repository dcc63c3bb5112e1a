//! Lists what was moved by hand.

use axum::extract::State;
use parlour_http::{Answer, Query, ok};
use parlour_money::drawer::{DrawerRequest, Drawers, HandMovements};
use parlour_storage::salon::Salon;

pub async fn movements(State(salon): State<Salon>, Query(request): Query<DrawerRequest>) -> Answer<HandMovements> {
    ok(Drawers::of(&salon).by_hand(&request.branch_id).await?)
}
