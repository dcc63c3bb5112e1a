//! Creates a branch.

use axum::extract::State;
use parlour_http::{Answer, Given, Valid, ok};
use parlour_people::auth::Caller;
use parlour_setup::branches::{BranchAnswer, Branches, CreateBranchRequest};
use parlour_storage::salon::Salon;

pub async fn create(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Valid(body): Valid<CreateBranchRequest>,
) -> Answer<BranchAnswer> {
    ok(BranchAnswer { branch: Branches::of(&salon).create(&caller.act, &body).await? })
}
