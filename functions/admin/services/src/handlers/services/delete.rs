//! Deactivates a service.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::done::Done;
use parlour::id::ServiceId;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, ok};

pub async fn delete(State(salon): State<Salon>, caller: Caller, PathParam(id): PathParam<ServiceId>) -> Answer<Done> {
    salon.catalogue().delete(&caller.act, &id).await?;
    ok(Done::OK)
}
