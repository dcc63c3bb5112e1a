//! Lists the memberships, newest first.

use axum::extract::State;
use parlour_http::{Answer, Given, Query, listed};
use parlour_money::memberships::{ListMembershipsRequest, MembershipListRow, Memberships};
use parlour_storage::paging::SizeLimit;
use parlour_storage::salon::Salon;

pub async fn list(
    State(salon): State<Salon>,
    Given(size_limit): Given<SizeLimit>,
    Query(request): Query<ListMembershipsRequest>,
) -> Answer<Vec<MembershipListRow>> {
    let found = Memberships::of(&salon).list(&request, size_limit).await?;
    listed(found.rows, found.meta)
}
