//! Lists the memberships, newest first.

use axum::extract::State;
use parlour::memberships::{ListMembershipsRequest, MembershipListRow};
use parlour::salon::Salon;
use parlour::web::{Answer, Query, ok};

pub async fn list(
    State(salon): State<Salon>,
    Query(request): Query<ListMembershipsRequest>,
) -> Answer<Vec<MembershipListRow>> {
    ok(salon.memberships().list(&request).await?)
}
