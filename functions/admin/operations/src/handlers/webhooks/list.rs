//! Lists the webhooks, newest first.

use axum::extract::State;
use parlour::salon::Salon;
use parlour::web::{Answer, ok};
use parlour::webhooks::WebhookList;

pub async fn list(State(salon): State<Salon>) -> Answer<WebhookList> {
    ok(WebhookList { webhooks: salon.webhooks().list().await? })
}
