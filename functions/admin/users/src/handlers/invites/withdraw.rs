//! Withdraws an invite.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::done::Done;
use parlour::id::InviteId;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, ok};

pub async fn withdraw(State(salon): State<Salon>, caller: Caller, PathParam(id): PathParam<InviteId>) -> Answer<Done> {
    salon.users().withdraw(&caller, &id).await?;
    ok(Done::OK)
}
