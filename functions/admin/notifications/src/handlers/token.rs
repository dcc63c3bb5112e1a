//! Issues a token request for the realtime channels.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::notifications::TokenView;
use parlour::salon::Salon;
use parlour::web::{Answer, ok};

pub async fn token(State(salon): State<Salon>, caller: Caller) -> Answer<TokenView> {
    ok(salon.notifications().token(&caller).await?)
}
