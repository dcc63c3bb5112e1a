//! Branches: list, open, read, change.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::branches::{BranchAnswer, BranchList, CreateBranchRequest, ListBranchesRequest, PatchBranchRequest};
use parlour::id::BranchId;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, Query, Valid, ok, paged};

pub async fn list(State(salon): State<Salon>, Query(query): Query<ListBranchesRequest>) -> Answer<BranchList> {
    let (branches, meta) = salon.branches().list(&query).await?;
    paged(BranchList { branches }, meta)
}

pub async fn create(
    State(salon): State<Salon>,
    caller: Caller,
    Valid(body): Valid<CreateBranchRequest>,
) -> Answer<BranchAnswer> {
    ok(BranchAnswer { branch: salon.branches().create(&caller.act, &body).await? })
}

pub async fn detail(State(salon): State<Salon>, PathParam(id): PathParam<BranchId>) -> Answer<BranchAnswer> {
    ok(BranchAnswer { branch: salon.branches().detail(&id).await? })
}

pub async fn patch(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<BranchId>,
    Valid(body): Valid<PatchBranchRequest>,
) -> Answer<BranchAnswer> {
    ok(BranchAnswer { branch: salon.branches().patch(&caller.act, &id, &body).await? })
}
