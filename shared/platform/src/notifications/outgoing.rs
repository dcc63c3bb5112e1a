//! One notice to one person: what is sent, and what came of it.

use serde_json::{Value, json};

use super::channels::Channels;
use super::recipient::Recipient;
use parlour_booking::links::LinkFor;
use parlour_senders::templates::{Brand, Notice};
use parlour_senders::{Attachment, NotificationType};
use parlour_storage::outbox::OutboxMessage;
use parlour_storage::table::keys;
use parlour_values::id::{BookingId, BranchId, LeadId, UserId};
use parlour_values::message_channel::MessageChannel;

pub struct OutgoingNotice {
    pub recipient: Recipient,
    pub notice: Notice,
    /// Tells this notice apart from others of its type to the same person: a booking and its start, a year, a day.
    pub occasion: String,
    pub channels: Channels,
    pub booking_id: Option<BookingId>,
    /// The partition of the customer or the lead whom it tells somebody else about.
    pub about: Option<String>,
    /// The branch it is about, whose phone number it gives.
    pub branch_id: Option<BranchId>,
    /// The salon's name and colour, where the caller has read them already.
    pub brand: Option<Brand>,
    pub attachments: Vec<Attachment>,
    /// The realtime topic it is published under, and the ids that are published: no personal data.
    pub realtime: Option<(&'static str, Value)>,
    /// The one channel of mail, WhatsApp and SMS that somebody asked for.
    pub only: Option<MessageChannel>,
    /// The queue's message that brings this notice once more, if a channel to phones fails later on.
    pub again: Option<OutboxMessage>,
    /// The record that the mail opens without a sign-in, where it is the recipient's own.
    pub link: Option<LinkFor>,
}

impl OutgoingNotice {
    pub fn new(recipient: Recipient, notice: Notice, occasion: impl Into<String>, channels: Channels) -> Self {
        Self {
            recipient,
            notice,
            occasion: occasion.into(),
            channels,
            booking_id: None,
            about: None,
            branch_id: None,
            brand: None,
            attachments: Vec::new(),
            realtime: None,
            only: None,
            again: None,
            link: None,
        }
    }

    pub fn of_booking(self, id: &BookingId) -> Self {
        Self { booking_id: Some(id.clone()), ..self }.published("bookings", json!({ "bookingId": id }))
    }

    /// Tells of a customer, unless it is their own.
    pub fn about_customer(self, id: &UserId) -> Self {
        let about = (self.recipient.id() != id).then(|| keys::user_partition(id));
        Self { about, ..self }
    }

    pub fn about_lead(self, id: &LeadId) -> Self {
        Self { about: Some(keys::lead_partition(id)), ..self }
    }

    /// With a link that opens this without a sign-in: for its customer only.
    pub fn linked(self, link: Option<LinkFor>) -> Self {
        Self { link, ..self }
    }

    pub fn from_branch(self, id: &BranchId) -> Self {
        Self { branch_id: Some(id.clone()), ..self }
    }

    /// For a caller that notifies many people or needs the branding itself, so that it is read once.
    pub fn branded(self, brand: &Brand) -> Self {
        Self { brand: Some(brand.clone()), ..self }
    }

    /// Also tells open pages under this topic that something changed.
    pub fn published(self, topic: &'static str, ids: Value) -> Self {
        Self { realtime: Some((topic, ids)), ..self }
    }

    pub fn only_by(self, channel: Option<MessageChannel>) -> Self {
        Self { only: channel, ..self }
    }

    pub fn brought_again_by(self, message: OutboxMessage) -> Self {
        Self { again: Some(message), ..self }
    }

    pub fn attached(self, attachments: Vec<Attachment>) -> Self {
        Self { attachments, ..self }
    }

    pub(super) fn log_key(&self) -> String {
        log_key(self.recipient.id(), self.notice.kind(), &self.occasion)
    }
}

pub(super) fn log_key(user: &UserId, kind: NotificationType, occasion: &str) -> String {
    format!("{user}#{kind}#{occasion}")
}

/// The outcome of one notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoticeOutcome {
    /// It went out over at least one channel. A notice that is only for the app is sent once it is in the feed.
    Sent,
    /// It is in the feed, but neither pushed nor emailed: no sender is configured, there is no address, or the send
    /// failed for good.
    FeedOnly,
    Skipped(SkipReason),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkipReason {
    AlreadySent,
    UnknownRecipient,
    /// The recipient has switched this kind of notice off, or never agreed to it.
    OptedOut,
    /// The record it is about is no longer in a state that calls for it.
    NotDue,
}

impl NoticeOutcome {
    /// How many people were notified: one or none.
    pub fn count(self) -> usize {
        usize::from(!matches!(self, Self::Skipped(_)))
    }
}
