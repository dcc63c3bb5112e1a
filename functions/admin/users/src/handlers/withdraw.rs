//! Withdraw an invite.

use axum::extract::State;
use parlour::auth::users::Removed;
use parlour::id::InviteId;
use parlour::salon::Salon;
use parlour::web::{Answer, Caller, PathParam, ok};

pub async fn withdraw(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<InviteId>,
) -> Answer<Removed> {
    salon.users().withdraw(&caller, &id).await?;
    ok(Removed { ok: true })
}
