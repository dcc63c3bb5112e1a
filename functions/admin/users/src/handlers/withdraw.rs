//! Withdraw an invite.

use axum::extract::State;
use parlour::id::InviteId;
use parlour::salon::Salon;
use parlour::web::{Answer, Caller, Done, PathParam, ok};

pub async fn withdraw(State(salon): State<Salon>, caller: Caller, PathParam(id): PathParam<InviteId>) -> Answer<Done> {
    salon.users().withdraw(&caller, &id).await?;
    ok(Done::OK)
}
