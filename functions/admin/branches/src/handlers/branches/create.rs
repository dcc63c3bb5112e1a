//! Creates a branch.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::branches::{BranchAnswer, CreateBranchRequest};
use parlour::salon::Salon;
use parlour::web::{Answer, Valid, ok};

pub async fn create(
    State(salon): State<Salon>,
    caller: Caller,
    Valid(body): Valid<CreateBranchRequest>,
) -> Answer<BranchAnswer> {
    ok(BranchAnswer { branch: salon.branches().create(&caller.act, &body).await? })
}
