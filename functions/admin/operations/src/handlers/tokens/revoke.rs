//! Revokes a token.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, ok};
use parlour_people::auth::Caller;
use parlour_people::tokens::Tokens;
use parlour_storage::salon::Salon;
use parlour_values::done::Done;
use parlour_values::id::TokenId;

pub async fn revoke(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<TokenId>,
) -> Answer<Done> {
    Tokens::of(&salon).revoke(&caller, &id).await?;
    ok(Done::OK)
}
