//! Creates a token for a program, and shows it once.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::salon::Salon;
use parlour::tokens::{CreateTokenRequest, CreatedToken};
use parlour::web::{Answer, Valid, ok};

pub async fn create(
    State(salon): State<Salon>,
    caller: Caller,
    Valid(body): Valid<CreateTokenRequest>,
) -> Answer<CreatedToken> {
    ok(salon.tokens().create(&caller, &body).await?)
}
