//! Changes a branch.

use axum::extract::State;
use parlour_booking::closing::Closing;
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_people::auth::Caller;
use parlour_setup::branches::{BranchAnswer, PatchBranchRequest};
use parlour_storage::salon::Salon;
use parlour_values::id::BranchId;

pub async fn patch(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<BranchId>,
    Valid(body): Valid<PatchBranchRequest>,
) -> Answer<BranchAnswer> {
    ok(BranchAnswer { branch: Closing::of(&salon).patch(&caller.act, &id, &body).await? })
}
