//! Subscribes a browser to pushes.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::done::Done;
use parlour::notifications::SubscribeRequest;
use parlour::salon::Salon;
use parlour::web::{Answer, Valid, ok};

pub async fn subscribe(
    State(salon): State<Salon>,
    caller: Caller,
    Valid(body): Valid<SubscribeRequest>,
) -> Answer<Done> {
    ok(salon.notifications().subscribe(&caller, &body).await?)
}
