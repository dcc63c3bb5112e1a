//! Changes a webhook, or switches it on or off.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::id::WebhookId;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, Valid, ok};
use parlour::webhooks::{PatchWebhookRequest, WebhookAnswer};

pub async fn patch(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<WebhookId>,
    Valid(body): Valid<PatchWebhookRequest>,
) -> Answer<WebhookAnswer> {
    ok(WebhookAnswer { webhook: salon.webhooks().patch(&caller, &id, &body).await? })
}
