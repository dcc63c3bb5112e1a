//! Webhooks as developers see them: never a secret, but for the answers that make one.

use serde::Serialize;
use utoipa::ToSchema;

use super::delivery::{DeliveryStatus, WebhookDelivery};
use super::webhook::{DisabledReason, Webhook};
use parlour_storage::events::EventType;
use parlour_values::id::{EventId, WebhookId};
use parlour_values::time::Instant;

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WebhookView {
    pub id: WebhookId,
    pub url: String,
    /// `null`: all of them.
    pub types: Option<Vec<EventType>>,
    pub description: Option<String>,
    pub is_active: bool,
    pub disabled_reason: Option<DisabledReason>,
    pub created_at: Instant,
}

impl From<&Webhook> for WebhookView {
    fn from(webhook: &Webhook) -> Self {
        let webhook = webhook.clone();
        Self {
            id: webhook.id,
            url: webhook.url,
            types: webhook.types,
            description: webhook.description,
            is_active: webhook.is_active,
            disabled_reason: webhook.disabled_reason,
            created_at: webhook.created_at,
        }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WebhookAnswer {
    pub webhook: WebhookView,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WebhookList {
    pub webhooks: Vec<WebhookView>,
}

/// A webhook with a new secret. It is shown once: a repeat under the same `Idempotency-Key` has `null` in its place.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SecretWebhook {
    #[serde(flatten)]
    pub row: WebhookView,
    pub secret: Option<String>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SecretWebhookAnswer {
    pub webhook: SecretWebhook,
}

impl SecretWebhookAnswer {
    pub fn shown(webhook: &Webhook) -> Self {
        let secret = Some(webhook.secrets.current.text());
        Self { webhook: SecretWebhook { row: WebhookView::from(webhook), secret } }
    }

    /// The answer that is kept for a repeat, and so must not hold the secret.
    pub fn hidden(webhook: &Webhook) -> Self {
        Self { webhook: SecretWebhook { row: WebhookView::from(webhook), secret: None } }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeliveryView {
    pub id: EventId,
    pub event_id: EventId,
    #[serde(rename = "type")]
    pub what: EventType,
    pub status: DeliveryStatus,
    pub attempts: u32,
    pub last_status_code: Option<u16>,
    pub last_attempt_at: Option<Instant>,
    pub next_attempt_at: Option<Instant>,
}

impl From<&WebhookDelivery> for DeliveryView {
    /// A webhook gets an event once, so the event's id is the delivery's.
    fn from(delivery: &WebhookDelivery) -> Self {
        Self {
            id: delivery.event.id.clone(),
            event_id: delivery.event.id.clone(),
            what: delivery.event.what,
            status: delivery.status,
            attempts: delivery.attempts,
            last_status_code: delivery.last_status_code,
            last_attempt_at: delivery.last_attempt_at,
            next_attempt_at: delivery.next_attempt_at,
        }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DeliveryAnswer {
    pub delivery: DeliveryView,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DeliveryList {
    pub deliveries: Vec<DeliveryView>,
}
