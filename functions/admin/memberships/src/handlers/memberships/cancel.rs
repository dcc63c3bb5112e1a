//! Cancels a membership.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::id::MembershipId;
use parlour::memberships::{CancelMembershipRequest, MembershipRow};
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, Valid, ok};

pub async fn cancel(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<MembershipId>,
    Valid(body): Valid<CancelMembershipRequest>,
) -> Answer<MembershipRow> {
    ok(salon.memberships().cancel(&caller.act, &id, &body).await?)
}
