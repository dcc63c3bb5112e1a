//! Lists the memberships, newest first.

use axum::extract::State;
use parlour::memberships::{ListMembershipsRequest, MembershipListRow};
use parlour::paging::Room;
use parlour::salon::Salon;
use parlour::web::{Answer, Query, listed};

pub async fn list(
    State(salon): State<Salon>,
    room: Room,
    Query(request): Query<ListMembershipsRequest>,
) -> Answer<Vec<MembershipListRow>> {
    let found = salon.memberships().list(&request, room).await?;
    listed(found.rows, found.meta)
}
