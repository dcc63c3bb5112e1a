//! Sends a webhook once more what is in the feed.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_people::auth::Caller;
use parlour_platform::webhooks::{ReplayRequest, Webhooks};
use parlour_storage::salon::Salon;
use parlour_values::done::Done;
use parlour_values::id::WebhookId;

pub async fn replay(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<WebhookId>,
    Valid(body): Valid<ReplayRequest>,
) -> Answer<Done> {
    Webhooks::of(&salon).replay(&caller, &id, &body).await?;
    ok(Done::OK)
}
