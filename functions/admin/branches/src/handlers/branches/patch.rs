//! Changes a branch.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::branches::{BranchAnswer, PatchBranchRequest};
use parlour::id::BranchId;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, Valid, ok};

pub async fn patch(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<BranchId>,
    Valid(body): Valid<PatchBranchRequest>,
) -> Answer<BranchAnswer> {
    ok(BranchAnswer { branch: salon.branches().patch(&caller.act, &id, &body).await? })
}
