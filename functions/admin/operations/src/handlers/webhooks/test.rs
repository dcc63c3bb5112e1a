//! Sends a test event to a webhook.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, ok};
use parlour_people::auth::Caller;
use parlour_platform::webhooks::Webhooks;
use parlour_storage::salon::Salon;
use parlour_values::done::Done;
use parlour_values::id::WebhookId;

pub async fn test(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<WebhookId>,
) -> Answer<Done> {
    Webhooks::of(&salon).test(&caller, &id).await?;
    ok(Done::OK)
}
