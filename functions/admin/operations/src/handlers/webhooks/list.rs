//! Lists the webhooks, newest first.

use axum::extract::State;
use parlour_http::{Answer, ok};
use parlour_platform::webhooks::{WebhookList, Webhooks};
use parlour_storage::salon::Salon;

pub async fn list(State(salon): State<Salon>) -> Answer<WebhookList> {
    ok(WebhookList { webhooks: Webhooks::of(&salon).list().await? })
}
