//! Unsubscribes a browser from pushes.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::done::Done;
use parlour::notifications::UnsubscribeRequest;
use parlour::salon::Salon;
use parlour::web::{Answer, Valid, ok};

pub async fn unsubscribe(
    State(salon): State<Salon>,
    caller: Caller,
    Valid(body): Valid<UnsubscribeRequest>,
) -> Answer<Done> {
    ok(salon.notifications().unsubscribe(&caller, &body).await?)
}
