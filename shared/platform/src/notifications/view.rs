//! Notifications as their readers see them.

use serde::Serialize;
use utoipa::ToSchema;

use super::{Notification, NotificationChannel, NotificationStatus};
use parlour_senders::NotificationType;
use parlour_values::id::{BookingId, NotificationId, UserId};
use parlour_values::time::Instant;

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotificationView {
    pub id: NotificationId,
    pub user_id: UserId,
    pub booking_id: Option<BookingId>,
    #[serde(rename = "type")]
    pub kind: NotificationType,
    pub title: String,
    pub body: String,
    pub channel: NotificationChannel,
    pub status: NotificationStatus,
    pub sent_at: Option<Instant>,
    pub read_at: Option<Instant>,
    /// When it arrived on the phone.
    pub delivered_at: Option<Instant>,
    /// Why it reached no phone.
    pub failed_reason: Option<String>,
    pub created_at: Instant,
}

impl From<Notification> for NotificationView {
    fn from(row: Notification) -> Self {
        Self {
            id: row.id,
            user_id: row.user_id,
            booking_id: row.booking_id,
            kind: row.kind,
            title: row.title,
            body: row.body,
            channel: row.channel,
            status: row.status,
            sent_at: row.sent_at,
            read_at: row.read_at,
            delivered_at: row.delivered_at,
            failed_reason: row.failed_reason,
            created_at: row.created_at,
        }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeedAnswer {
    pub notifications: Vec<NotificationView>,
    pub unread_count: usize,
}
