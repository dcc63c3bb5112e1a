//! Reads one membership with its sessions.

use axum::extract::State;
use parlour::id::MembershipId;
use parlour::memberships::MembershipDetail;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, ok};

pub async fn detail(State(salon): State<Salon>, PathParam(id): PathParam<MembershipId>) -> Answer<MembershipDetail> {
    ok(salon.memberships().detail(&id).await?)
}
