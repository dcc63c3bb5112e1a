//! Creates a token for a program, and shows it once.

use axum::extract::State;
use parlour_http::{Answer, Given, Valid, ok};
use parlour_people::auth::Caller;
use parlour_people::tokens::{CreateTokenRequest, CreatedToken, Tokens};
use parlour_storage::salon::Salon;

pub async fn create(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Valid(body): Valid<CreateTokenRequest>,
) -> Answer<CreatedToken> {
    ok(Tokens::of(&salon).create(&caller, &body).await?)
}
