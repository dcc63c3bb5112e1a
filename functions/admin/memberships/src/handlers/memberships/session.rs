//! Takes a session from the hours of a membership.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_money::memberships::{Memberships, SessionRequest, SessionTaken};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::id::MembershipId;

pub async fn session(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<MembershipId>,
    Valid(body): Valid<SessionRequest>,
) -> Answer<SessionTaken> {
    ok(Memberships::of(&salon).take_session(&caller, &id, &body).await?)
}
