//! Lists the tokens, newest first.

use axum::extract::State;
use parlour_http::{Answer, Query, paged};
use parlour_people::tokens::{ListTokensRequest, TokenList, Tokens};
use parlour_storage::salon::Salon;

pub async fn list(State(salon): State<Salon>, Query(request): Query<ListTokensRequest>) -> Answer<TokenList> {
    let (tokens, meta) = Tokens::of(&salon).list(&request).await?;
    paged(TokenList { tokens }, meta)
}
