//! A session is taken from a membership's hours.

use axum::extract::State;
use parlour::id::MembershipId;
use parlour::memberships::{SessionRequest, SessionTaken};
use parlour::salon::Salon;
use parlour::web::{Answer, Caller, PathParam, Valid, created};

pub async fn session(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<MembershipId>,
    Valid(body): Valid<SessionRequest>,
) -> Answer<SessionTaken> {
    created(salon.memberships().take_session(&caller, &id, &body).await?)
}
