//! Deletes a webhook.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::done::Done;
use parlour::id::WebhookId;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, ok};

pub async fn delete(State(salon): State<Salon>, caller: Caller, PathParam(id): PathParam<WebhookId>) -> Answer<Done> {
    salon.webhooks().delete(&caller, &id).await?;
    ok(Done::OK)
}
