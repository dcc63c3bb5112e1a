//! How far a message of ours has got: only forward, however often and in whatever order it is told.

use chrono::TimeDelta;

use super::WhatsApp;
use super::update::MessageProgress;
use crate::notifications::{
    ChannelState, DeliveryLog, Notification, NotificationStatus, Notifications, PhoneTry, SendLog as _, SentTemplate,
    UnreadMark, own_id,
};
use parlour_senders::whatsapp::refusal;
use parlour_storage::act::Act;
use parlour_storage::failure::{Failure, Refused};
use parlour_storage::outbox::{OutboxMessage, QueueEntry, Task};
use parlour_storage::table::{Condition, Partition, Record as _, Stored, TableError, keys};
use parlour_values::id::{NotificationId, UserId};
use parlour_values::message_channel::MessageChannel;
use parlour_values::time::Instant;

/// WhatsApp may tell of a message before we have noted that we sent it.
const NOTED_WITHIN: TimeDelta = TimeDelta::minutes(10);
/// Meta's code of somebody who has ended marketing.
const MARKETING_STOPPED: i64 = 131_050;
/// Of a failure that tells none.
const UNKNOWN_CODE: i64 = -1;

/// Whether the message may not be noted yet.
pub(super) fn is_new(at: Instant, now: Instant) -> bool {
    now.since(at) < NOTED_WITHIN
}

/// The message is told of before we have noted that it was sent.
#[derive(Debug, thiserror::Error)]
#[error("the message is being sent still")]
pub(super) struct StillSending;

impl Refused for StillSending {}

/// What WhatsApp tells of one message of ours.
#[derive(Clone, Copy)]
pub(super) struct StatusNews<'a> {
    /// The id that we gave it: its reader, and the notification it belongs to. All its tries have the same.
    pub message: &'a str,
    /// WhatsApp's own, of one try.
    pub provider_id: Option<&'a str>,
    pub status: MessageProgress,
    /// Why it failed.
    pub code: Option<i64>,
    pub at: Instant,
}

impl StatusNews<'_> {
    fn is_of(&self, one: &PhoneTry) -> bool {
        let is_named = |id| one.provider_id.as_deref() == Some(id);
        one.channel == MessageChannel::Whatsapp && self.provider_id.map_or(one.is_sent, is_named)
    }
}

impl WhatsApp<'_> {
    /// The id that we gave to what WhatsApp knows by its own; none of what others sent from the salon's number, and of what
    /// is not noted yet.
    pub(super) async fn named_by_whatsapp(&self, id: &str) -> Result<Option<String>, TableError> {
        let known = Partition::g2(keys::whatsapp_id(id)).at_most(1);
        let log = self.0.table.query::<DeliveryLog>(known).await?.into_iter().next();
        Ok(log.map(|log| own_id(&log.user_id, &log.notification_id)))
    }

    pub(super) async fn advance(&self, act: &Act, told: StatusNews<'_>) -> Result<(), Failure<StillSending>> {
        // An answer within a conversation has no notification.
        let Some((user, id)) = told.message.split_once('.') else { return Ok(()) };
        let (user, id) = (UserId::from(user), NotificationId::from(id));
        let Some(row) = self.0.table.get::<Notification>(&keys::notification(&user, &id)).await? else {
            return if is_new(told.at, act.at) { Err(Failure::Refused(StillSending)) } else { Ok(()) };
        };
        match told.status {
            MessageProgress::Sent => Ok(()),
            MessageProgress::Delivered | MessageProgress::Read => self.arrived(act, row, told).await,
            MessageProgress::Failed => self.failed(act, row, told).await,
        }
    }

    async fn arrived(
        &self,
        act: &Act,
        row: Stored<Notification>,
        told: StatusNews<'_>,
    ) -> Result<(), Failure<StillSending>> {
        let (at, was_read) = (told.at, told.status == MessageProgress::Read && row.read_at.is_none());
        if row.delivered_at.is_some() && !was_read {
            return Ok(());
        }
        let arrived = Notification {
            delivered_at: row.delivered_at.or(Some(at)),
            read_at: if was_read { Some(at) } else { row.read_at },
            status: NotificationStatus::Sent,
            sent_at: row.sent_at.or(Some(at)),
            failed_reason: None,
            ..row.record.clone()
        };
        let mut transaction = self.0.transaction(act);
        transaction.replace(&row, &arrived);
        if let Some((read, log)) = self.arrived_after_all(&row, told).await? {
            transaction.replace(&read, &log);
        }
        if was_read {
            transaction.delete(UnreadMark::KIND, keys::unread(&row.user_id, &row.id), Condition::Any);
        }
        Ok(transaction.commit().await?)
    }

    /// The log of a message that was told to have failed and has arrived, as it is read and as it is then: nothing is sent
    /// any more. None of any other, and of one that another channel is carrying by now.
    async fn arrived_after_all(
        &self,
        row: &Notification,
        told: StatusNews<'_>,
    ) -> Result<Option<(Stored<DeliveryLog>, DeliveryLog)>, TableError> {
        let Some(key) = row.log_key.as_ref().filter(|_| row.status == NotificationStatus::Failed) else {
            return Ok(None);
        };
        let Some(log) = self.0.table.get::<DeliveryLog>(&keys::sent(key)).await? else { return Ok(None) };
        let is_over = matches!(log.email, Some(ChannelState::Retry | ChannelState::Failed));
        let mut tried = log.tried.clone();
        let failed = tried.iter_mut().rfind(|one| match told.provider_id {
            Some(_) => told.is_of(one),
            None => one.channel == MessageChannel::Whatsapp,
        });
        let Some(failed) = failed.filter(|_| is_over) else { return Ok(None) };
        failed.arrived();
        let arrived = DeliveryLog { tried, email: Some(ChannelState::Sent), ..log.record.clone() };
        Ok(Some((log, arrived)))
    }

    /// The same channel carries it some time later, or the next one at once, by what the code asks for; nothing where it is
    /// known to have arrived.
    async fn failed(
        &self,
        act: &Act,
        row: Stored<Notification>,
        told: StatusNews<'_>,
    ) -> Result<(), Failure<StillSending>> {
        let Some(log_key) = row.log_key.as_ref().filter(|_| row.delivered_at.is_none()) else { return Ok(()) };
        let Some(log) = self.0.table.get::<DeliveryLog>(&keys::sent(log_key)).await? else { return Ok(()) };
        let code = told.code.unwrap_or(UNKNOWN_CODE);
        let refusal = refusal(code);
        let mut tried = log.tried.clone();
        let Some(sent) = tried.iter_mut().rfind(|one| told.is_of(one)) else {
            // A later try may not be noted yet.
            let is_sending = !log.is_done() && told.provider_id.is_some() && is_new(told.at, act.at);
            return if is_sending { Err(Failure::Refused(StillSending)) } else { Ok(()) };
        };
        if !sent.is_sent {
            return Ok(());
        }
        sent.refused(&refusal);
        let template = sent.template.clone();
        let changed = DeliveryLog { tried, email: Some(ChannelState::Retry), ..log.record.clone() };
        // What is to be held is held before the message comes again.
        let notifications = Notifications::of(self.0);
        let template = template.as_ref().map(SentTemplate::name);
        notifications.take_trouble(MessageChannel::Whatsapp, template, &refusal).await?;
        let failed = Notification {
            status: NotificationStatus::Failed,
            failed_reason: Some(refusal.to_string()),
            ..row.record.clone()
        };
        let mut transaction = self.0.transaction(act);
        transaction.replace(&log, &changed);
        transaction.replace(&row, &failed);
        let again = log.again.as_deref().and_then(|entry| serde_json::from_str::<QueueEntry>(entry).ok());
        if let Some(again) = again {
            transaction.enqueue(match refusal.remedy.is_temporary() {
                true => {
                    let task = Task::SendAgain { log: log_key.clone() };
                    OutboxMessage::new(task, act.at.plus(changed.pause(MessageChannel::Whatsapp)))
                }
                false => again.message(),
            });
        }
        transaction.commit().await?;
        if code == MARKETING_STOPPED
            && let Err(Failure::Setback(setback)) = notifications.stop_marketing(&row.user_id, "whatsapp-news").await
        {
            return Err(setback.into());
        }
        Ok(())
    }
}
