//! Gives a webhook a new secret, and shows it once.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::id::WebhookId;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, ok};
use parlour::webhooks::SecretWebhookAnswer;

pub async fn rotate(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<WebhookId>,
) -> Answer<SecretWebhookAnswer> {
    ok(salon.webhooks().rotate(&caller, &id).await?)
}
