//! Lists the branches.

use axum::extract::State;
use parlour::branches::{BranchList, ListBranchesRequest};
use parlour::salon::Salon;
use parlour::web::{Answer, Query, paged};

pub async fn list(State(salon): State<Salon>, Query(query): Query<ListBranchesRequest>) -> Answer<BranchList> {
    let (branches, meta) = salon.branches().list(&query).await?;
    paged(BranchList { branches }, meta)
}
