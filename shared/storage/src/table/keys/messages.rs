//! Notifications, what was sent, the devices that take pushes, and the templates of messages to phones.

use super::key::{IndexKey, Key};
use super::people::user_partition;
use super::shards::Shards;
use parlour_values::id::{MessageId, NotificationId, UserId, first_id_of};
use parlour_values::time::{Instant, Month};

pub const NOTIFICATION_PREFIX: &str = "NOTIFICATION#";

pub fn notification(user: &UserId, id: &NotificationId) -> Key {
    Key::new(user_partition(user), format!("{NOTIFICATION_PREFIX}{id}"))
}

/// The sort keys of the notifications made since a moment, which their ids tell.
pub fn notifications_since(moment: Instant) -> (String, String) {
    made_since(NOTIFICATION_PREFIX, moment)
}

pub const UNREAD_PREFIX: &str = "UNREAD#";

/// The sort keys of the marks of notifications made since a moment.
pub fn unread_since(moment: Instant) -> (String, String) {
    made_since(UNREAD_PREFIX, moment)
}

fn made_since(prefix: &str, moment: Instant) -> (String, String) {
    (format!("{prefix}{}", first_id_of(moment)), format!("{prefix}~"))
}

/// The mark of a notification while it is unread.
pub fn unread(user: &UserId, id: &NotificationId) -> Key {
    Key::new(user_partition(user), format!("{UNREAD_PREFIX}{id}"))
}

pub fn sent_log(status: &str, created: Instant, id: &NotificationId) -> IndexKey {
    let log = sent_log_of(status, created.ist_date().calendar_month());
    IndexKey::new(log.holding(id.as_str()), format!("{created}#{id}"))
}

pub fn sent_log_of(status: &str, month: Month) -> Shards {
    Shards::of(format!("SENT_LOG#{status}#{month}"))
}

/// Marks a message as sent: recipient, type and occasion.
pub fn sent(key: &str) -> Key {
    Key::new(format!("SENT#{key}"), "SENT")
}

/// The log of what WhatsApp knows by this id of its own.
pub fn sent_on_whatsapp(id: &str) -> IndexKey {
    IndexKey::new(whatsapp_id(id), "SENT")
}

pub fn whatsapp_id(id: &str) -> String {
    format!("WHATSAPP#{id}")
}

pub fn push(endpoint_hash: &str) -> Key {
    Key::new(format!("PUSH#{endpoint_hash}"), "PUSH")
}

pub const PUSH_PREFIX: &str = "PUSH#";

pub fn user_push(user: &UserId, endpoint_hash: &str) -> Key {
    Key::new(user_partition(user), format!("{PUSH_PREFIX}{endpoint_hash}"))
}

pub const MESSAGE_TEMPLATES: &str = "MESSAGE_TEMPLATES";

/// The template of a kind of message in a language.
pub fn message_template(kind: &str, language: &str) -> Key {
    Key::new(MESSAGE_TEMPLATES, format!("TEMPLATE#{kind}#{language}"))
}

pub const CHANNEL_HOLDS: &str = "CHANNEL_HOLDS";

/// Why a channel to phones, or a template of it, is not used for a while.
pub fn channel_hold(what: &str) -> Key {
    Key::new(CHANNEL_HOLDS, format!("HOLD#{what}"))
}

/// WhatsApp's news to our webhook, until it is worked off.
pub fn whatsapp_news(id: &MessageId) -> Key {
    Key::new(format!("WHATSAPP_NEWS#{id}"), "WHATSAPP_NEWS")
}
