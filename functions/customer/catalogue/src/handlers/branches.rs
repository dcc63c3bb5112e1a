//! Where one can book.

use axum::extract::State;
use parlour::branches::PublicBranch;
use parlour::salon::Salon;
use parlour::web::{Answer, ok};
use serde::Serialize;
use utoipa::ToSchema;

#[derive(Serialize, ToSchema)]
pub struct BranchesAnswer {
    branches: Vec<PublicBranch>,
}

pub async fn list(State(salon): State<Salon>) -> Answer<BranchesAnswer> {
    let branches = salon.branches().public().await?;
    Ok(ok(BranchesAnswer { branches })?.revalidated())
}
