//! Marks the caller's notifications as read.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::done::Done;
use parlour::notifications::ReadRequest;
use parlour::salon::Salon;
use parlour::web::{Answer, Valid, ok};

pub async fn read(State(salon): State<Salon>, caller: Caller, Valid(body): Valid<ReadRequest>) -> Answer<Done> {
    ok(salon.notifications().read(&caller, body).await?)
}
