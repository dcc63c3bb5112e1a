//! One row of somebody's feed: one per recipient and event.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

use parlour_senders::NotificationType;
use parlour_storage::table::{Key, Places, Record, keys};
use parlour_values::id::{BookingId, NotificationId, UserId, moment_of};
use parlour_values::text_enum::text_enum;
use parlour_values::time::Instant;

text_enum! {
    pub enum NotificationChannel {
        Push => "push",
        Email => "email",
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
    /// How it reached them: `push` where there is an in-app copy or a push, else `email`.
    pub channel: NotificationChannel,
    pub status: NotificationStatus,
    pub sent_at: Option<Instant>,
    pub read_at: Option<Instant>,
    pub created_at: Instant,
}

/// How long the feed goes back: twelve months.
const KEPT: TimeDelta = TimeDelta::days(365);

/// What was written before this moment has left the feed. The table deletes it late.
pub(super) fn kept_since(now: Instant) -> Instant {
    now.minus(KEPT)
}

impl Record for Notification {
    const KIND: &'static str = "notification";

    fn key(&self) -> Key {
        keys::notification(&self.user_id, &self.id)
    }

    fn places(&self) -> Places {
        Places { ttl: Some(self.created_at.plus(KEPT)), ..Places::default() }
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
