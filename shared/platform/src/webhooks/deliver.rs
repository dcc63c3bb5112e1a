//! One try to deliver an event to a webhook, and what follows from it.

use serde_json::json;

use super::Webhooks;
use super::delivery::{Attempt, DeliveryStatus, WebhookDelivery};
use super::store::attempt_of;
use super::webhook::Webhook;
use crate::event_view::EventView;
use parlour_senders::SignedEvent;
use parlour_storage::act::Act;
use parlour_storage::events::{EventItem, EventType, FeedEvent, FeedPlace};
use parlour_storage::failure::Setback;
use parlour_storage::outbox::NotifiableEvent;
use parlour_storage::table::{Record as _, Stored, keys};
use parlour_values::id::WebhookId;

impl Webhooks<'_> {
    /// Tries once. A message that is delivered again, or overtaken by a newer one, does nothing.
    pub(crate) async fn deliver(
        &self,
        act: &Act,
        id: &WebhookId,
        place: &FeedPlace,
        attempt: u32,
    ) -> Result<Option<DeliveryStatus>, Setback> {
        let (webhook_key, delivery_key, event_key) =
            (keys::webhook(id), keys::webhook_delivery(id, &place.id), place.key());
        let wanted = [webhook_key.clone(), delivery_key.clone(), event_key.clone()];
        let mut found = self.0.table.get_many(wanted).await?;
        let Some(webhook) = found.take::<Webhook>(&webhook_key)? else { return Ok(None) };
        let read = found.take::<WebhookDelivery>(&delivery_key)?;
        let delivery = match &read {
            Some(read) => read.record.clone(),
            None => WebhookDelivery::new(id.clone(), place.clone(), act.at),
        };
        if delivery.status != DeliveryStatus::Pending || delivery.attempts != attempt {
            return Ok(None);
        }
        let Some(event) = found.take::<EventItem>(&event_key)?.filter(|_| webhook.is_active) else {
            return self.keep(act, &webhook, read.as_ref(), &delivery.given_up(), None).await;
        };
        let outcome = self.post(&webhook, &seen(event.record, place)).await;
        let now = self.0.clock.now();
        let mut webhook = webhook;
        loop {
            let changed = webhook.after(outcome, now);
            let is_off = changed.as_ref().is_some_and(|webhook| !webhook.is_active);
            let after = delivery.after(outcome, now);
            let after = if is_off { after.given_up() } else { after };
            match self.keep(act, &webhook, read.as_ref(), &after, changed).await {
                // Another delivery has changed the webhook; the event was sent all the same.
                Err(setback) if setback.failed_at(Webhook::KIND) => {
                    let Some(current) = self.0.table.get::<Webhook>(&webhook_key).await? else { return Ok(None) };
                    webhook = current;
                }
                kept => return kept,
            }
        }
    }

    async fn post(&self, webhook: &Webhook, event: &EventView) -> Attempt {
        let Ok(body) = serde_json::to_string(event) else { return Attempt { status: None } };
        let (id, now) = (event.id.as_str(), self.0.clock.now());
        let signature = webhook.secrets.signature(id, now, &body);
        let signed = SignedEvent { id, timestamp: now.seconds(), signature, body };
        match self.0.outbound.webhook.post(&webhook.url, signed).await {
            Ok(status) => Attempt { status: Some(status) },
            Err(error) => {
                tracing::info!(webhook = %webhook.id, event = id, %error, "a receiver did not answer");
                Attempt { status: None }
            }
        }
    }

    /// Keeps what came of it, with the message for the next try; a webhook that was switched off is told of.
    async fn keep(
        &self,
        act: &Act,
        webhook: &Stored<Webhook>,
        read: Option<&Stored<WebhookDelivery>>,
        delivery: &WebhookDelivery,
        changed: Option<Webhook>,
    ) -> Result<Option<DeliveryStatus>, Setback> {
        let mut transaction = self.0.transaction(act);
        transaction.save(read, delivery);
        if let Some(next) = delivery.next_attempt_at {
            transaction.enqueue(attempt_of(delivery, next));
        }
        if let Some(changed) = &changed {
            transaction.replace(webhook, changed);
            if let Some(reason) = changed.disabled_reason.filter(|_| webhook.is_active && !changed.is_active) {
                let data = json!({ "isActive": false, "reason": reason });
                transaction.audit(EventType::WebhookDisabled, Webhook::KIND, webhook.id.as_str(), data);
                transaction
                    .enqueue(NotifiableEvent::WebhookDisabled { webhook_id: webhook.id.clone() }.message(act.at));
            }
        }
        match transaction.commit().await {
            Ok(()) => Ok(Some(delivery.status)),
            // Another message of the same delivery was faster.
            Err(setback) if setback.failed_at(WebhookDelivery::KIND) => Ok(None),
            Err(setback) => Err(setback),
        }
    }
}

/// The event as the feed shows it.
fn seen(event: EventItem, place: &FeedPlace) -> EventView {
    FeedEvent { event, prev: place.prev.clone(), hash: place.hash.clone() }.into()
}
