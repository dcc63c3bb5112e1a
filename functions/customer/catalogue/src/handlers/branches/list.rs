//! Lists the branches that take bookings.

use axum::extract::State;
use parlour_http::{Answer, ok};
use parlour_setup::branches::{Branches, BranchesAnswer};
use parlour_storage::salon::Salon;

pub async fn list(State(salon): State<Salon>) -> Answer<BranchesAnswer> {
    let branches = Branches::of(&salon).public().await?;
    ok(BranchesAnswer { branches })
}
