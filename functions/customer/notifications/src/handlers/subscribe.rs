//! A browser asks for pushes.

use axum::extract::State;
use parlour::notifications::SubscribeRequest;
use parlour::salon::Salon;
use parlour::web::{Answer, Caller, Done, Valid, created};

pub async fn subscribe(
    State(salon): State<Salon>,
    caller: Caller,
    Valid(body): Valid<SubscribeRequest>,
) -> Answer<Done> {
    created(salon.notifications().subscribe(&caller, &body).await?)
}
