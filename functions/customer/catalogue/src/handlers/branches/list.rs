//! Lists the branches that take bookings.

use axum::extract::State;
use parlour::branches::BranchesAnswer;
use parlour::salon::Salon;
use parlour::web::{Answer, ok};

pub async fn list(State(salon): State<Salon>) -> Answer<BranchesAnswer> {
    let branches = salon.branches().public().await?;
    ok(BranchesAnswer { branches })
}
