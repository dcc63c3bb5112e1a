//! Takes a session from the hours of a membership.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::id::MembershipId;
use parlour::memberships::{SessionRequest, SessionTaken};
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, Valid, ok};

pub async fn session(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<MembershipId>,
    Valid(body): Valid<SessionRequest>,
) -> Answer<SessionTaken> {
    ok(salon.memberships().take_session(&caller, &id, &body).await?)
}
