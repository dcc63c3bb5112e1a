//! One row of somebody's feed: one per recipient and event.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

use parlour_senders::NotificationType;
use parlour_storage::table::{Key, Places, Record, keys};
use parlour_values::id::{BookingId, NotificationId, UserId, moment_of};
use parlour_values::message_channel::MessageChannel;
use parlour_values::text_enum::text_enum;
use parlour_values::time::Instant;

text_enum! {
    pub enum NotificationChannel {
        Push => "push",
        Email => "email",
        Whatsapp => "whatsapp",
        Sms => "sms",
    }
}

impl From<MessageChannel> for NotificationChannel {
    fn from(channel: MessageChannel) -> Self {
        match channel {
            MessageChannel::Whatsapp => Self::Whatsapp,
            MessageChannel::Sms => Self::Sms,
            MessageChannel::Email => Self::Email,
        }
    }
}

text_enum! {
    pub enum NotificationStatus {
        Pending => "pending",
        Sent => "sent",
        Failed => "failed",
    }
}

parlour_values::input::enum_fields!(NotificationStatus);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Notification {
    pub id: NotificationId,
    pub user_id: UserId,
    pub booking_id: Option<BookingId>,
    #[serde(rename = "type")]
    pub kind: NotificationType,
    pub title: String,
    pub body: String,
    /// How it reached them: the channel to their phone that carries it, else `push` where there is an in-app copy or a
    /// push, else `email`.
    pub channel: NotificationChannel,
    pub status: NotificationStatus,
    pub sent_at: Option<Instant>,
    pub read_at: Option<Instant>,
    /// When it arrived on the phone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delivered_at: Option<Instant>,
    /// Why it reached no phone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed_reason: Option<String>,
    /// Of its delivery log, where something was tried on phones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log_key: Option<String>,
    /// The partition of the customer or the lead whom it tells somebody else about: it is erased with them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    pub created_at: Instant,
}

/// How long the feed goes back: twelve months.
const KEPT: TimeDelta = TimeDelta::days(365);

/// A notification written before this moment has left the feed. The table deletes it late.
pub(super) fn kept_since(now: Instant) -> Instant {
    now.minus(KEPT)
}

impl Record for Notification {
    const KIND: &'static str = "notification";

    fn key(&self) -> Key {
        keys::notification(&self.user_id, &self.id)
    }

    fn places(&self) -> Places {
        let about = self.about.as_ref().map(|partition| keys::told_about(partition, self.id.as_str()));
        Places { g1: about, ttl: Some(self.created_at.plus(KEPT)), ..Places::default() }
    }
}

/// Beside a notification until it is read: what is unread is counted and listed by these marks, consistently.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnreadMark {
    pub id: NotificationId,
    pub user_id: UserId,
}

impl UnreadMark {
    pub fn of(notification: &Notification) -> Self {
        Self { id: notification.id.clone(), user_id: notification.user_id.clone() }
    }
}

impl Record for UnreadMark {
    const KIND: &'static str = "unread";

    fn key(&self) -> Key {
        keys::unread(&self.user_id, &self.id)
    }

    /// With its notification, whose moment its id tells.
    fn places(&self) -> Places {
        Places { ttl: moment_of(self.id.as_str()).map(|at| at.plus(KEPT)), ..Places::default() }
    }
}
