//! End all sessions of a user.

use axum::extract::State;
use parlour::auth::users::Removed;
use parlour::id::UserId;
use parlour::salon::Salon;
use parlour::web::{Answer, Caller, PathParam, ok};

pub async fn end_sessions(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<UserId>,
) -> Answer<Removed> {
    salon.users().end_sessions(&caller, &id).await?;
    ok(Removed { ok: true })
}
