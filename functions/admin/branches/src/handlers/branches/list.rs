//! Lists the branches.

use axum::extract::State;
use parlour_http::{Answer, Query, paged};
use parlour_setup::branches::{BranchList, Branches, ListBranchesRequest};
use parlour_storage::salon::Salon;

pub async fn list(State(salon): State<Salon>, Query(query): Query<ListBranchesRequest>) -> Answer<BranchList> {
    let (branches, meta) = Branches::of(&salon).list(&query).await?;
    paged(BranchList { branches }, meta)
}
