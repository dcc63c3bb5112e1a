//! Reads one branch.

use axum::extract::State;
use parlour::branches::BranchAnswer;
use parlour::id::BranchId;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, ok};

pub async fn detail(State(salon): State<Salon>, PathParam(id): PathParam<BranchId>) -> Answer<BranchAnswer> {
    ok(BranchAnswer { branch: salon.branches().detail(&id).await? })
}
