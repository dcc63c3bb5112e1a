//! Reads one branch.

use axum::extract::State;
use parlour_http::{Answer, PathParam, ok};
use parlour_setup::branches::{BranchAnswer, Branches};
use parlour_storage::salon::Salon;
use parlour_values::id::BranchId;

pub async fn detail(State(salon): State<Salon>, PathParam(id): PathParam<BranchId>) -> Answer<BranchAnswer> {
    ok(BranchAnswer { branch: Branches::of(&salon).detail(&id).await? })
}
