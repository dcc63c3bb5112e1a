//! The key a browser subscribes with.

use axum::extract::State;
use parlour_http::{Answer, ok};
use parlour_platform::notifications::{Notifications, PushKeyAnswer};
use parlour_storage::salon::Salon;

pub async fn push_key(State(salon): State<Salon>) -> Answer<PushKeyAnswer> {
    ok(Notifications::of(&salon).push_key().await?)
}
