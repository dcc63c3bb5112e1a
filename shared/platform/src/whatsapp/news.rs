//! Updates that came to the webhook, kept until they are worked off. They are personal, so they are not in the event
//! that brings them to the queue.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

use super::WhatsApp;
use super::progress::{StatusNews, StillSending, is_new};
use super::update::WhatsAppUpdate;
use crate::notifications::{Notifications, NotifyError, TemplateName};
use parlour_senders::{PhoneRefusal, Remedy};
use parlour_storage::act::Act;
use parlour_storage::failure::Failure;
use parlour_storage::table::{Key, Places, Record, keys};
use parlour_values::id::MessageId;
use parlour_values::message_channel::MessageChannel;
use parlour_values::time::Instant;

/// Longer than the queue tries.
const KEPT: TimeDelta = TimeDelta::days(20);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WhatsAppNews {
    pub id: MessageId,
    /// As JSON.
    pub updates: String,
    pub received_at: Instant,
}

impl Record for WhatsAppNews {
    const KIND: &'static str = "whatsapp_news";

    fn key(&self) -> Key {
        keys::whatsapp_news(&self.id)
    }

    fn places(&self) -> Places {
        Places { ttl: Some(self.received_at.plus(KEPT)), ..Places::default() }
    }
}

impl WhatsApp<'_> {
    /// Works off a batch; how many updates it had. Each is looked at, even if one before it fails, and the same once more
    /// changes nothing.
    pub(crate) async fn take(&self, act: &Act, batch: &MessageId) -> Result<usize, NotifyError> {
        let key = keys::whatsapp_news(batch);
        let Some(news) = self.0.table.get::<WhatsAppNews>(&key).await? else { return Ok(0) };
        let updates: Vec<WhatsAppUpdate> = serde_json::from_str(&news.updates).unwrap_or_default();
        let mut failed = None;
        for update in &updates {
            if let Err(error) = self.take_one(act, update).await {
                failed.get_or_insert(error);
            }
        }
        if let Some(error) = failed {
            return Err(error);
        }
        self.0.table.forget(&key).await?;
        Ok(updates.len())
    }

    async fn take_one(&self, act: &Act, update: &WhatsAppUpdate) -> Result<(), NotifyError> {
        let notifications = Notifications::of(self.0);
        match update {
            WhatsAppUpdate::Progress { message, provider_id, status, code, at } => {
                let message = match (message, provider_id) {
                    (Some(message), _) => Some(message.clone()),
                    (None, Some(id)) => self.named_by_whatsapp(id).await?,
                    (None, None) => return Ok(()),
                };
                let Some(message) = &message else {
                    // Of what others sent from the salon's number nothing is ever noted.
                    return if is_new(*at, act.at) { Err(NotifyError::UnderWay) } else { Ok(()) };
                };
                let told =
                    StatusNews { message, provider_id: provider_id.as_deref(), status: *status, code: *code, at: *at };
                match self.0.retry_on_conflict(|| self.advance(act, told)).await {
                    Ok(()) => Ok(()),
                    Err(Failure::Refused(StillSending)) => Err(NotifyError::UnderWay),
                    Err(Failure::Setback(setback)) => Err(setback.into()),
                }
            }
            WhatsAppUpdate::Reply(reply) => {
                for user in self.noted_for(reply).await? {
                    self.0.retry_on_conflict(|| self.note(act, &user, reply)).await.map_err(setback_of)?;
                }
                Ok(())
            }
            WhatsAppUpdate::MarketingStopped { from } => {
                for user in self.holders(from).await? {
                    if let Err(Failure::Setback(setback)) = notifications.stop_marketing(&user, "whatsapp-news").await {
                        return Err(setback.into());
                    }
                }
                Ok(())
            }
            WhatsAppUpdate::Template { name, language, usable: true } => {
                Ok(notifications.release(TemplateName { name, language }).await?)
            }
            WhatsAppUpdate::Template { name, language, usable: false } => {
                let meaning = "WhatsApp does not let the template be used";
                let refusal = PhoneRefusal { remedy: Remedy::HoldTemplate, code: "template".to_owned(), meaning };
                let template = Some(TemplateName { name, language });
                Ok(notifications.take_trouble(MessageChannel::Whatsapp, template, &refusal).await?)
            }
        }
    }
}

fn setback_of(failure: Failure<std::convert::Infallible>) -> parlour_storage::failure::Setback {
    failure.into()
}
