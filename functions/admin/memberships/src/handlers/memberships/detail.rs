//! Reads one membership with its sessions.

use axum::extract::State;
use parlour_http::{Answer, PathParam, ok};
use parlour_money::memberships::{MembershipDetail, Memberships};
use parlour_storage::salon::Salon;
use parlour_values::id::MembershipId;

pub async fn detail(State(salon): State<Salon>, PathParam(id): PathParam<MembershipId>) -> Answer<MembershipDetail> {
    ok(Memberships::of(&salon).detail(&id).await?)
}
