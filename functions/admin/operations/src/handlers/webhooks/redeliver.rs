//! Sends an event to a webhook once more.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::id::{EventId, WebhookId};
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, ok};
use parlour::webhooks::DeliveryAnswer;

pub async fn redeliver(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam((id, event)): PathParam<(WebhookId, EventId)>,
) -> Answer<DeliveryAnswer> {
    ok(DeliveryAnswer { delivery: salon.webhooks().redeliver(&caller, &id, &event).await? })
}
