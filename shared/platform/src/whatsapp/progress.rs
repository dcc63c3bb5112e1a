//! How far a message of ours has got: only forward, however often and in whatever order it is told.

use chrono::TimeDelta;

use super::WhatsApp;
use super::update::MessageProgress;
use crate::notifications::{
    ChannelState, DeliveryLog, Notification, NotificationStatus, Notifications, UnreadMark, own_id,
};
use parlour_senders::whatsapp::refusal;
use parlour_storage::act::Act;
use parlour_storage::failure::{Failure, Refused};
use parlour_storage::outbox::QueueEntry;
use parlour_storage::table::{Condition, Partition, Record as _, Stored, TableError, keys};
use parlour_values::id::{NotificationId, UserId};
use parlour_values::message_channel::MessageChannel;
use parlour_values::time::Instant;

/// WhatsApp may tell of a message before we have noted that we sent it.
const NOTED_WITHIN: TimeDelta = TimeDelta::minutes(10);
/// Meta's code of somebody who has ended marketing.
const MARKETING_STOPPED: i64 = 131_050;

/// Whether the message may not be noted yet.
pub(super) fn is_new(at: Instant, now: Instant) -> bool {
    now.since(at) < NOTED_WITHIN
}

/// The message is told of before we have noted that it was sent.
#[derive(Debug, thiserror::Error)]
#[error("the message is being sent still")]
pub(super) struct StillSending;

impl Refused for StillSending {}

impl WhatsApp<'_> {
    /// The id that we gave to what WhatsApp knows by its own; none of what others sent from the salon's number, and of what
    /// is not noted yet.
    pub(super) async fn named_by_whatsapp(&self, id: &str) -> Result<Option<String>, TableError> {
        let known = Partition::g2(keys::whatsapp_id(id)).at_most(1);
        let log = self.0.table.query::<DeliveryLog>(known).await?.into_iter().next();
        Ok(log.map(|log| own_id(&log.user_id, &log.notification_id)))
    }

    /// `message` is the id that we gave it: its reader, and the notification it belongs to.
    pub(super) async fn advance(
        &self,
        act: &Act,
        message: &str,
        status: MessageProgress,
        code: Option<i64>,
        at: Instant,
    ) -> Result<(), Failure<StillSending>> {
        // An answer within a conversation has no notification.
        let Some((user, id)) = message.split_once('.') else { return Ok(()) };
        let (user, id) = (UserId::from(user), NotificationId::from(id));
        let Some(row) = self.0.table.get::<Notification>(&keys::notification(&user, &id)).await? else {
            return if is_new(at, act.at) { Err(Failure::Refused(StillSending)) } else { Ok(()) };
        };
        match status {
            MessageProgress::Sent => Ok(()),
            MessageProgress::Delivered | MessageProgress::Read => self.arrived(act, row, status, at).await,
            MessageProgress::Failed => self.failed(act, row, code.unwrap_or(-1)).await,
        }
    }

    async fn arrived(
        &self,
        act: &Act,
        row: Stored<Notification>,
        status: MessageProgress,
        at: Instant,
    ) -> Result<(), Failure<StillSending>> {
        let was_read = status == MessageProgress::Read && row.read_at.is_none();
        if row.delivered_at.is_some() && !was_read {
            return Ok(());
        }
        let arrived = Notification {
            delivered_at: row.delivered_at.or(Some(at)),
            read_at: if was_read { Some(at) } else { row.read_at },
            failed_reason: None,
            ..row.record.clone()
        };
        let mut transaction = self.0.transaction(act);
        transaction.replace(&row, &arrived);
        if was_read {
            transaction.delete(UnreadMark::KIND, keys::unread(&row.user_id, &row.id), Condition::Any);
        }
        Ok(transaction.commit().await?)
    }

    /// The next channel carries it, unless it is known to have arrived.
    async fn failed(&self, act: &Act, row: Stored<Notification>, code: i64) -> Result<(), Failure<StillSending>> {
        let Some(log_key) = row.log_key.as_ref().filter(|_| row.delivered_at.is_none()) else { return Ok(()) };
        let Some(log) = self.0.table.get::<DeliveryLog>(&keys::sent(log_key)).await? else { return Ok(()) };
        let refusal = refusal(code);
        let mut tried = log.tried.clone();
        let sent = tried.iter_mut().rfind(|one| one.channel == MessageChannel::Whatsapp && one.is_sent);
        let Some(sent) = sent else { return Ok(()) };
        (sent.is_sent, sent.reason) = (false, Some(refusal.to_string()));
        let changed = DeliveryLog { tried, email: Some(ChannelState::Retry), ..log.record.clone() };
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
            transaction.enqueue(again.message());
        }
        transaction.commit().await?;
        let notifications = Notifications::of(self.0);
        if code == MARKETING_STOPPED
            && let Err(Failure::Setback(setback)) = notifications.stop_marketing(&row.user_id, "whatsapp-news").await
        {
            return Err(setback.into());
        }
        Ok(notifications.take_trouble(MessageChannel::Whatsapp, None, &refusal).await?)
    }
}
