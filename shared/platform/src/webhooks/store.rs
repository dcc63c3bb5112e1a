//! Webhooks in the table: create, list, change, delete, rotate, test, and the log of their deliveries.

use serde_json::{Value, json};

use super::delivery::{DeliveryStatus, WebhookDelivery};
use super::request::WantedTypes;
use super::secret::{Secrets, WebhookSecret};
use super::webhook::{FanOutCursor, Webhook};
use super::{
    CreateWebhookRequest, DeliveriesRequest, DeliveryView, PatchWebhookRequest, SecretWebhookAnswer, WebhookError,
    WebhookView, Webhooks,
};
use parlour_people::auth::Caller;
use parlour_storage::events::{EventType, Segment};
use parlour_storage::failure::Failure;
use parlour_storage::outbox::{OutboxMessage, Task};
use parlour_storage::paging::Meta;
use parlour_storage::table::{Partition, Record as _, Stored, TableError, keys};
use parlour_storage::transaction::Transaction;
use parlour_values::id::{EventId, WebhookId};
use parlour_values::input::Clearable;
use parlour_values::time::Instant;

type WebhookResult<T> = Result<T, Failure<WebhookError>>;

impl Webhooks<'_> {
    /// Newest first.
    pub async fn list(&self) -> Result<Vec<WebhookView>, TableError> {
        let mut webhooks = self.all().await?;
        webhooks.sort_by(|a, b| b.id.cmp(&a.id));
        Ok(webhooks.iter().map(|webhook| WebhookView::from(&webhook.record)).collect())
    }

    pub(super) async fn all(&self) -> Result<Vec<Stored<Webhook>>, TableError> {
        self.0.table.query(Partition::of(keys::WEBHOOKS).starting(keys::WEBHOOK_PREFIX)).await
    }

    pub(super) async fn read(&self, id: &WebhookId) -> WebhookResult<Stored<Webhook>> {
        self.0.table.get(&keys::webhook(id)).await?.ok_or(WebhookError::Unknown.into())
    }

    pub async fn get(&self, id: &WebhookId) -> WebhookResult<WebhookView> {
        self.read(id).await.map(|webhook| WebhookView::from(&webhook.record))
    }

    /// The position of the last event of the feed.
    async fn head(&self) -> Result<u64, TableError> {
        let last = self.0.table.query::<Segment>(Partition::of(keys::FEED).newest_first().at_most(1)).await?;
        Ok(last.first().map_or(0, |segment| segment.next().saturating_sub(1)))
    }

    async fn refuse_address(&self, url: &str) -> WebhookResult<()> {
        Ok(self.0.outbound.webhook.refuse(url).await.map_err(WebhookError::Address)?)
    }

    pub async fn create(&self, caller: &Caller, request: &CreateWebhookRequest) -> WebhookResult<SecretWebhookAnswer> {
        self.refuse_address(&request.url).await?;
        let (others, head) = tokio::try_join!(self.all(), self.head())?;
        let webhook = Webhook {
            id: self.0.random.id(),
            url: request.url.to_string(),
            types: request.types.as_ref().and_then(named),
            description: request.description.as_ref().map(ToString::to_string),
            is_active: true,
            disabled_reason: None,
            secrets: Secrets::first(WebhookSecret::new(self.0.random.secret())),
            since: head,
            failing_since: None,
            created_at: caller.act.at,
            updated_at: caller.act.at,
        };
        let mut transaction = self.0.transaction(&caller.act);
        transaction.create(&webhook);
        if others.is_empty() {
            // Nobody has looked at the feed since the last webhook was deleted.
            transaction.put(&FanOutCursor { position: head, held_until: None });
        }
        self.audit(&mut transaction, EventType::WebhookCreated, &webhook);
        transaction.keep_response(&SecretWebhookAnswer::hidden(&webhook));
        transaction.commit().await?;
        Ok(SecretWebhookAnswer::shown(&webhook))
    }

    /// Its address stays out of the log: it may hold a secret.
    fn audit(&self, transaction: &mut Transaction<'_>, what: EventType, webhook: &Webhook) {
        let state = json!({ "types": webhook.types, "isActive": webhook.is_active });
        transaction.audit(what, Webhook::KIND, webhook.id.as_str(), state);
    }

    pub async fn patch(
        &self,
        caller: &Caller,
        id: &WebhookId,
        request: &PatchWebhookRequest,
    ) -> WebhookResult<WebhookView> {
        if let Some(url) = &request.url {
            self.refuse_address(url).await?;
        }
        self.0
            .retry_on_conflict(|| async move {
                let read = self.read(id).await?;
                let mut webhook = read.record.clone();
                webhook.url = request.url.as_ref().map_or(webhook.url, ToString::to_string);
                webhook.description = request.description.clone().over(webhook.description);
                webhook.types = match &request.types {
                    Clearable::Keep => webhook.types,
                    Clearable::Clear => None,
                    Clearable::Set(types) => named(types),
                };
                match request.is_active {
                    Some(true) if !webhook.is_active => webhook = webhook.switched_on(self.head().await?),
                    Some(is_active) => webhook.is_active = is_active,
                    None => {}
                }
                if webhook == read.record {
                    return Ok(WebhookView::from(&webhook));
                }
                webhook.updated_at = caller.act.at;
                let mut transaction = self.0.transaction(&caller.act);
                transaction.replace(&read, &webhook);
                self.audit(&mut transaction, EventType::WebhookUpdated, &webhook);
                transaction.commit().await?;
                Ok(WebhookView::from(&webhook))
            })
            .await
    }

    /// Deliveries on their way to it are dropped.
    pub async fn delete(&self, caller: &Caller, id: &WebhookId) -> WebhookResult<()> {
        self.0
            .retry_on_conflict(|| async move {
                let read = self.read(id).await?;
                let mut transaction = self.0.transaction(&caller.act);
                transaction.remove(&read);
                self.audit(&mut transaction, EventType::WebhookDeleted, &read);
                Ok(transaction.commit().await?)
            })
            .await
    }

    pub async fn rotate(&self, caller: &Caller, id: &WebhookId) -> WebhookResult<SecretWebhookAnswer> {
        self.0
            .retry_on_conflict(|| async move {
                let read = self.read(id).await?;
                let secret = WebhookSecret::new(self.0.random.secret());
                let webhook = Webhook {
                    secrets: read.secrets.rotated(secret, caller.act.at),
                    updated_at: caller.act.at,
                    ..read.record.clone()
                };
                let mut transaction = self.0.transaction(&caller.act);
                transaction.replace(&read, &webhook);
                self.audit(&mut transaction, EventType::WebhookRotated, &webhook);
                transaction.commit().await?;
                Ok(SecretWebhookAnswer::shown(&webhook))
            })
            .await
    }

    /// The test is an event like any other, which goes to this webhook alone, whatever types it asked for.
    pub async fn test(&self, caller: &Caller, id: &WebhookId) -> WebhookResult<()> {
        let webhook = self.read(id).await?;
        if !webhook.is_active {
            return Err(WebhookError::SwitchedOff.into());
        }
        let mut transaction = self.0.transaction(&caller.act);
        self.audit(&mut transaction, EventType::WebhookTested, &webhook);
        Ok(transaction.commit().await?)
    }

    /// Newest events first.
    pub async fn deliveries(
        &self,
        id: &WebhookId,
        request: &DeliveriesRequest,
    ) -> WebhookResult<(Vec<DeliveryView>, Meta)> {
        let (page, size) = (request.page.get(), request.page_size.get());
        let wanted = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let (before, through) =
            (wanted(page.saturating_sub(1).saturating_mul(size)), wanted(page.saturating_mul(size)));
        let log = match request.status {
            Some(status @ (DeliveryStatus::Pending | DeliveryStatus::Failed)) => {
                Partition::g1(keys::webhook_deliveries_by_status(id, status.as_str()))
            }
            Some(DeliveryStatus::Delivered) | None => Partition::of(keys::webhook_deliveries(id)),
        };
        let (_, found) = tokio::try_join!(self.read(id), async {
            let mut found = Vec::new();
            let mut pages = self.0.table.pages::<WebhookDelivery>(log.newest_first());
            while found.len() < through
                && let Some(page) = pages.next().await?
            {
                let is_wanted = |status: DeliveryStatus| request.status.is_none_or(|wanted| wanted == status);
                found.extend(page.into_iter().filter(|delivery| is_wanted(delivery.status)));
            }
            Ok(found)
        })?;
        let shown: Vec<DeliveryView> =
            found.iter().take(through).skip(before).map(|delivery| DeliveryView::from(&delivery.record)).collect();
        let meta = Meta::open_ended(page, size, shown.len());
        Ok((shown, meta))
    }

    /// Sends an event once more, from the first try on.
    pub async fn redeliver(&self, caller: &Caller, id: &WebhookId, event: &EventId) -> WebhookResult<DeliveryView> {
        self.0
            .retry_on_conflict(|| async move {
                let (webhook_key, key) = (keys::webhook(id), keys::webhook_delivery(id, event));
                let mut found = self.0.table.get_many([webhook_key.clone(), key.clone()]).await?;
                let webhook = found.take::<Webhook>(&webhook_key)?.ok_or(WebhookError::Unknown)?;
                let read = found.take::<WebhookDelivery>(&key)?.ok_or(WebhookError::UnknownDelivery)?;
                if !webhook.is_active {
                    return Err(WebhookError::SwitchedOff.into());
                }
                let delivery = read.again(caller.act.at);
                let mut transaction = self.0.transaction(&caller.act);
                transaction.replace(&read, &delivery);
                transaction.enqueue(attempt_of(&delivery, caller.act.at));
                let data: Value = json!({ "eventId": event });
                transaction.audit(EventType::WebhookRedelivered, Webhook::KIND, id.as_str(), data);
                transaction.commit().await?;
                Ok(DeliveryView::from(&delivery))
            })
            .await
    }
}

fn named(types: &WantedTypes) -> Option<Vec<EventType>> {
    Some(types.distinct()).filter(|types| !types.is_empty())
}

/// The message that makes the next try of a delivery.
pub(super) fn attempt_of(delivery: &WebhookDelivery, due: Instant) -> OutboxMessage {
    let task = Task::WebhookDelivery {
        webhook_id: delivery.webhook_id.clone(),
        event: delivery.event.clone(),
        attempt: delivery.attempts,
    };
    OutboxMessage::new(task, due)
}
