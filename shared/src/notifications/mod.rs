//! What people are told, where they read it, and how it reaches them.

mod event;
mod facts;
mod feed;
mod notification;
mod notify;
mod realtime;
mod recipient;
mod request;
mod sent;
mod subscriptions;
mod tell;
mod view;

pub use event::{Event, Side};
pub use facts::{booking_facts, brand};
pub use notification::{Notification, NotificationChannel, NotificationStatus};
pub(crate) use notify::notify;
pub use realtime::{NotConfigured, TokenView};
pub use recipient::{Recipient, Switch};
pub use request::{ReadRequest, SubscribeRequest, SubscriptionKeys, UnsubscribeRequest};
pub use sent::{Sent, WayState};
pub use subscriptions::{EndpointRefused, Subscription};
pub use tell::{Telling, Told, Ways};
pub use view::{FeedAnswer, NotificationView};

use crate::salon::Salon;

/// Telling people, and what they see of it.
pub struct Notifications<'a>(pub(crate) &'a Salon);

impl Salon {
    pub fn notifications(&self) -> Notifications<'_> {
        Notifications(self)
    }
}
