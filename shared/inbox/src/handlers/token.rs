//! Issues a token request for the realtime channels.

use axum::extract::State;
use parlour_http::{Answer, Given, ok};
use parlour_people::auth::Caller;
use parlour_platform::notifications::{Notifications, RealtimeToken};
use parlour_storage::salon::Salon;

pub async fn token(State(salon): State<Salon>, Given(caller): Given<Caller>) -> Answer<RealtimeToken> {
    ok(Notifications::of(&salon).token(&caller).await?)
}
