//! The log of one message to one person: it makes the second delivery a no-op and says how each way of sending went.
//!
//! Whoever delivers a message first writes this row, with a claim that lasts a minute; sends; and notes the outcome. A
//! second delivery finds the row done, or claimed and waits. Only a crash between sending and noting sends twice, once the
//! claim has run out: the honest window.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

use super::notification::{NotificationChannel, NotificationStatus};
use super::tell::Ways;
use crate::id::{AttemptId, BookingId, NotificationId, UserId};
use crate::outbound::NotificationType;
use crate::table::{Key, Places, Record, keys};
use crate::text_enum::text_enum;
use crate::time::Instant;

/// How long a deliverer may take before another one takes over.
pub(super) const CLAIM: TimeDelta = TimeDelta::seconds(60);
/// Longer than any occasion can come back: birthdays are told apart by year.
const KEPT: TimeDelta = TimeDelta::days(400);

text_enum! {
    /// How far one way of sending has got.
    pub enum WayState {
        /// Not tried, or interrupted.
        Open => "open",
        Sent => "sent",
        /// Nothing could be sent to: no sender, no browser, no address.
        Nowhere => "nowhere",
        /// Did not go out, and may later.
        Retry => "retry",
        /// Did not go out and never will.
        Failed => "failed",
    }
}

impl WayState {
    pub fn is_settled(self) -> bool {
        matches!(self, Self::Sent | Self::Nowhere | Self::Failed)
    }

    pub fn status(self) -> NotificationStatus {
        match self {
            Self::Sent => NotificationStatus::Sent,
            Self::Failed | Self::Retry => NotificationStatus::Failed,
            Self::Open | Self::Nowhere => NotificationStatus::Pending,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sent {
    /// Recipient, type and occasion.
    pub key: String,
    pub user_id: UserId,
    #[serde(rename = "type")]
    pub kind: NotificationType,
    pub booking_id: Option<BookingId>,
    pub notification_id: NotificationId,
    pub push: Option<WayState>,
    pub email: Option<WayState>,
    pub claimed_by: AttemptId,
    pub claimed_until: Instant,
    pub error: Option<String>,
    pub sent_at: Option<Instant>,
    pub created_at: Instant,
}

impl Sent {
    pub(super) fn fits(ways: Ways) -> (Option<WayState>, Option<WayState>) {
        (ways.pushes().then_some(WayState::Open), ways.emails().then_some(WayState::Open))
    }

    /// Nothing is left to do.
    pub fn is_done(&self) -> bool {
        [self.push, self.email].into_iter().flatten().all(WayState::is_settled)
    }

    /// Everything this log has on one way each.
    pub fn ways(&self) -> impl Iterator<Item = (NotificationChannel, WayState)> {
        [(NotificationChannel::Push, self.push), (NotificationChannel::Email, self.email)]
            .into_iter()
            .filter_map(|(channel, state)| state.map(|state| (channel, state)))
    }

    /// The worst of its ways.
    pub fn status(&self) -> NotificationStatus {
        let statuses: Vec<NotificationStatus> = self.ways().map(|(_, state)| state.status()).collect();
        if statuses.contains(&NotificationStatus::Failed) {
            NotificationStatus::Failed
        } else if statuses.contains(&NotificationStatus::Pending) || statuses.is_empty() {
            NotificationStatus::Pending
        } else {
            NotificationStatus::Sent
        }
    }
}

impl Record for Sent {
    const KIND: &'static str = "sent";

    fn key(&self) -> Key {
        keys::sent(&self.key)
    }

    fn places(&self) -> Places {
        Places {
            g1: Some(keys::sent_log(self.status().as_str(), self.created_at, &self.notification_id)),
            ttl: Some(self.created_at.plus(KEPT)),
            ..Places::default()
        }
    }
}
