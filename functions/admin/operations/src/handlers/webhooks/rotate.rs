//! Gives a webhook a new secret, and shows it once.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, ok};
use parlour_people::auth::Caller;
use parlour_platform::webhooks::{SecretWebhookAnswer, Webhooks};
use parlour_storage::salon::Salon;
use parlour_values::id::WebhookId;

pub async fn rotate(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<WebhookId>,
) -> Answer<SecretWebhookAnswer> {
    ok(Webhooks::of(&salon).rotate(&caller, &id).await?)
}
