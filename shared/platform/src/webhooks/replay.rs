//! Sending a webhook once more what is in the feed, a page at a time through the queue.

use chrono::TimeDelta;
use serde_json::json;

use super::delivery::WebhookDelivery;
use super::store::attempt_of;
use super::webhook::Webhook;
use super::{ReplayRequest, WebhookError, Webhooks};
use parlour_people::auth::Caller;
use parlour_storage::act::Act;
use parlour_storage::events::{EventPage, EventType, FeedCursor, FeedError, FeedPlace, FeedQuery, read_feed};
use parlour_storage::failure::{Failure, Setback};
use parlour_storage::outbox::{OutboxMessage, Task};
use parlour_storage::table::{Record as _, keys};
use parlour_values::id::WebhookId;

/// Events of a page: each is a write of the page's transaction.
const PAGE: usize = 40;
/// How long the feed keeps an event.
const KEPT: TimeDelta = TimeDelta::days(90);

impl Webhooks<'_> {
    pub async fn replay(
        &self,
        caller: &Caller,
        id: &WebhookId,
        request: &ReplayRequest,
    ) -> Result<(), Failure<WebhookError>> {
        let webhook = self.read(id).await?;
        if !webhook.is_active {
            return Err(WebhookError::SwitchedOff.into());
        }
        let after: FeedCursor = request.after.parse().map_err(WebhookError::Cursor)?;
        self.page_of_feed(&webhook, after, 1).await.map_err(|failure| match failure {
            Failure::Refused(error) => WebhookError::Cursor(error).into(),
            Failure::Setback(setback) => Failure::Setback(setback),
        })?;
        let mut transaction = self.0.transaction(&caller.act);
        let task = Task::WebhookReplay { webhook_id: id.clone(), after: after.to_string() };
        transaction.enqueue(OutboxMessage::new(task, caller.act.at));
        transaction.audit(
            EventType::WebhookReplayed,
            Webhook::KIND,
            id.as_str(),
            json!({ "after": after.to_string() }),
        );
        Ok(transaction.commit().await?)
    }

    async fn page_of_feed(
        &self,
        webhook: &Webhook,
        after: FeedCursor,
        limit: usize,
    ) -> Result<EventPage, Failure<FeedError>> {
        let types = webhook.types.as_deref().unwrap_or_default();
        let now = self.0.clock.now();
        read_feed(&self.0.table, FeedQuery { after: Some(after), types, limit, since: now.minus(KEPT), now }).await
    }

    /// Queues one page of a replay, and the next one; how many events that were.
    pub(crate) async fn replay_page(&self, act: &Act, id: &WebhookId, after: &str) -> Result<usize, Setback> {
        let webhook = self.0.table.get::<Webhook>(&keys::webhook(id)).await?.filter(|webhook| webhook.is_active);
        let (Some(webhook), Ok(after)) = (webhook, after.parse()) else { return Ok(0) };
        let page = match self.page_of_feed(&webhook, after, PAGE).await {
            Ok(page) => page,
            // The events it was to send are kept no longer.
            Err(Failure::Refused(_)) => return Ok(0),
            Err(Failure::Setback(setback)) => return Err(setback),
        };
        let places: Vec<FeedPlace> =
            page.events.iter().filter(|event| webhook.takes(event.event.what)).map(FeedPlace::from).collect();
        let mut known = self.0.table.get_many(places.iter().map(|place| keys::webhook_delivery(id, &place.id))).await?;
        let queued = places.len();
        let mut transaction = self.0.transaction(act);
        for place in places {
            let read = known.take::<WebhookDelivery>(&keys::webhook_delivery(id, &place.id))?;
            let delivery = match &read {
                Some(read) => read.again(act.at),
                None => WebhookDelivery::new(id.clone(), place, act.at),
            };
            transaction.save(read.as_ref(), &delivery);
            transaction.enqueue(attempt_of(&delivery, act.at));
        }
        if !page.is_last {
            let task = Task::WebhookReplay { webhook_id: id.clone(), after: page.next.to_string() };
            transaction.enqueue(OutboxMessage::new(task, act.at));
        }
        if queued > 0 || !page.is_last {
            transaction.commit().await?;
        }
        Ok(queued)
    }
}
