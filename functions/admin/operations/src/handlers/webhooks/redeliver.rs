//! Sends an event to a webhook once more.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, ok};
use parlour_people::auth::Caller;
use parlour_platform::webhooks::{DeliveryAnswer, Webhooks};
use parlour_storage::salon::Salon;
use parlour_values::id::{EventId, WebhookId};

pub async fn redeliver(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam((id, event)): PathParam<(WebhookId, EventId)>,
) -> Answer<DeliveryAnswer> {
    ok(DeliveryAnswer { delivery: Webhooks::of(&salon).redeliver(&caller, &id, &event).await? })
}
