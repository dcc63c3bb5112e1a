//! The key a browser subscribes with.

use axum::extract::State;
use parlour::notifications::PushKeyAnswer;
use parlour::salon::Salon;
use parlour::web::{Answer, ok};

pub async fn push_key(State(salon): State<Salon>) -> Answer<PushKeyAnswer> {
    ok(salon.notifications().push_key().await?)
}
