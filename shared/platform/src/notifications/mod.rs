//! Notifying people: who is notified of what, over which channels, and the feed in which they read it.

mod answer;
mod channels;
mod claim;
mod delivery_log;
mod error;
mod facts;
mod feed;
mod feedback;
mod hold;
mod notification;
mod notify;
mod outgoing;
mod phone;
mod push;
mod push_key;
mod realtime;
mod recipient;
mod request;
mod send;
mod spoken;
mod subscriptions;
mod unsubscribe;
mod view;

pub use channels::Channels;
pub(crate) use claim::{SendLog, claim, record_outcome};
pub use delivery_log::{ChannelState, DeliveryLog, PhoneTry, SentTemplate};
pub use error::NotifyError;
pub use facts::{booking_facts, membership_facts};
pub use feedback::MailFeedback;
pub use hold::{ChannelHold, TemplateName};
pub use notification::{Notification, NotificationChannel, NotificationStatus, UnreadMark};
pub(crate) use notify::notify;
pub use outgoing::{NoticeOutcome, OutgoingNotice, SkipReason};
pub(crate) use phone::own_id;
pub use push_key::PushKeyAnswer;
pub use realtime::{NotConfigured, RealtimeToken};
pub use recipient::{Recipient, Switch};
pub use request::{ReadRequest, SubscribeRequest, SubscriptionKeys, UnsubscribeRequest};
pub use subscriptions::{EndpointRefused, Subscription};
pub use unsubscribe::{MarketingEnded, UnsubscribeError};
pub use view::{FeedAnswer, NotificationView};

use parlour_storage::salon::Salon;

/// Sending notices, and what their recipients see of them.
pub struct Notifications<'a>(pub(crate) &'a Salon);

impl<'a> Notifications<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }
}
