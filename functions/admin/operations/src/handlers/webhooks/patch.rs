//! Changes a webhook, or switches it on or off.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_people::auth::Caller;
use parlour_platform::webhooks::{PatchWebhookRequest, WebhookAnswer, Webhooks};
use parlour_storage::salon::Salon;
use parlour_values::id::WebhookId;

pub async fn patch(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<WebhookId>,
    Valid(body): Valid<PatchWebhookRequest>,
) -> Answer<WebhookAnswer> {
    ok(WebhookAnswer { webhook: Webhooks::of(&salon).patch(&caller, &id, &body).await? })
}
