//! Cancels a membership.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_money::memberships::{CancelMembershipRequest, MembershipRow, Memberships};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::id::MembershipId;

pub async fn cancel(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<MembershipId>,
    Valid(body): Valid<CancelMembershipRequest>,
) -> Answer<MembershipRow> {
    ok(Memberships::of(&salon).cancel(&caller.act, &id, &body).await?)
}
