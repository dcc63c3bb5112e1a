//! Revokes a token.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::done::Done;
use parlour::id::TokenId;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, ok};

pub async fn revoke(State(salon): State<Salon>, caller: Caller, PathParam(id): PathParam<TokenId>) -> Answer<Done> {
    salon.tokens().revoke(&caller, &id).await?;
    ok(Done::OK)
}
