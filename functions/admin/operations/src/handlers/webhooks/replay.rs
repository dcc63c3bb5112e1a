//! Sends a webhook once more what is in the feed.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::done::Done;
use parlour::id::WebhookId;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, Valid, ok};
use parlour::webhooks::ReplayRequest;

pub async fn replay(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<WebhookId>,
    Valid(body): Valid<ReplayRequest>,
) -> Answer<Done> {
    salon.webhooks().replay(&caller, &id, &body).await?;
    ok(Done::OK)
}
