//! Lists the tokens, newest first.

use axum::extract::State;
use parlour::salon::Salon;
use parlour::tokens::{ListTokensRequest, TokenList};
use parlour::web::{Answer, Query, paged};

pub async fn list(State(salon): State<Salon>, Query(request): Query<ListTokensRequest>) -> Answer<TokenList> {
    let (tokens, meta) = salon.tokens().list(&request).await?;
    paged(TokenList { tokens }, meta)
}
