//! The log of one notice to one person: how far each channel has got. It is what makes the second delivery of a message
//! a no-op (see `claim.rs`), and what developers read at /api/logs/notifications.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

use super::channels::Channels;
use super::claim::SendLog;
use super::hold::TemplateName;
use super::notification::{NotificationChannel, NotificationStatus};
use parlour_senders::{NotificationType, PhoneRefusal, Remedy};
use parlour_storage::table::{Key, Places, Record, keys};
use parlour_values::id::{AttemptId, BookingId, NotificationId, UserId};
use parlour_values::message_channel::MessageChannel;
use parlour_values::text_enum::text_enum;
use parlour_values::time::Instant;

/// Longer than any occasion takes to come again: birthdays are told apart by year.
const KEPT: TimeDelta = TimeDelta::days(400);

text_enum! {
    /// How far one channel has got.
    pub enum ChannelState {
        /// Not tried yet, or interrupted.
        Open => "open",
        Sent => "sent",
        /// There was nothing to send it with or nowhere to send it: no sender, no browser, no address.
        Nowhere => "nowhere",
        /// It failed and will be tried again.
        Retry => "retry",
        /// It failed for good.
        Failed => "failed",
    }
}

impl ChannelState {
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

/// One try of a channel to phones.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PhoneTry {
    pub channel: MessageChannel,
    /// Accepted, and not failed since.
    pub is_sent: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provider_id: Option<String>,
    /// The template it was sent with, which its owner may have renamed since. None of other channels, of what was not
    /// accepted, and of tries from before it was noted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub template: Option<SentTemplate>,
    /// Why it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// It failed for now: the channel is tried again.
    #[serde(default, skip_serializing_if = "is_false")]
    pub for_now: bool,
    pub at: Instant,
}

/// A template as its service knew it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SentTemplate {
    name: String,
    language: String,
}

impl SentTemplate {
    pub(crate) fn name(&self) -> TemplateName<'_> {
        TemplateName { name: &self.name, language: &self.language }
    }
}

impl From<TemplateName<'_>> for SentTemplate {
    fn from(template: TemplateName<'_>) -> Self {
        Self { name: template.name.to_owned(), language: template.language.to_owned() }
    }
}

fn is_false(flag: &bool) -> bool {
    !flag
}

/// How often the same channel is tried for one message. The pauses between them are ever longer, and take about as long
/// together as the queue brings a message that a service refuses for now.
const MOST_TRIES: usize = 10;
/// Each pause is so many times the one before, as Meta asks where one number got too many; the first is a second.
const PAUSES_GROW: u32 = 4;

impl PhoneTry {
    pub(super) fn accepted(
        channel: MessageChannel,
        provider_id: String,
        template: Option<TemplateName<'_>>,
        at: Instant,
    ) -> Self {
        let (provider_id, template) = (Some(provider_id), template.map(SentTemplate::from));
        Self { channel, is_sent: true, provider_id, template, reason: None, for_now: false, at }
    }

    pub(super) fn failed(channel: MessageChannel, refusal: &PhoneRefusal, at: Instant) -> Self {
        let reason = Some(refusal.to_string());
        Self { channel, is_sent: false, provider_id: None, template: None, reason, for_now: false, at }
    }

    /// The same after the service has told that it failed.
    pub(crate) fn refused(&mut self, refusal: &PhoneRefusal) {
        self.is_sent = false;
        self.reason = Some(refusal.to_string());
        self.for_now = match refusal.remedy {
            // A template that nobody can name is not held: the same would go out again at once.
            Remedy::HoldTemplate => self.template.is_some(),
            remedy => !remedy.is_for_good(),
        };
    }

    /// The same after it arrived in spite of that.
    pub(crate) fn arrived(&mut self) {
        self.is_sent = true;
        self.reason = None;
        self.for_now = false;
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DeliveryLog {
    /// Recipient, type and occasion.
    pub key: String,
    pub user_id: UserId,
    #[serde(rename = "type")]
    pub kind: NotificationType,
    pub booking_id: Option<BookingId>,
    pub notification_id: NotificationId,
    pub push: Option<ChannelState>,
    /// Of the message: by mail or, where `tried` says so, on the phone.
    pub email: Option<ChannelState>,
    /// The channel that carried the message, or failed last. None before there was one, and of logs from before it was noted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message_by: Option<MessageChannel>,
    /// Tries on phones, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tried: Vec<PhoneTry>,
    /// The queue entry that brings the message once more, as JSON, where something was tried on phones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub again: Option<String>,
    /// Whether the row in the recipient's feed is written.
    #[serde(default)]
    pub in_feed: bool,
    pub claimed_by: AttemptId,
    pub claimed_until: Instant,
    pub error: Option<String>,
    pub sent_at: Option<Instant>,
    pub created_at: Instant,
}

impl DeliveryLog {
    /// The states of push and email before anything is sent.
    pub(super) fn open(channels: Channels) -> (Option<ChannelState>, Option<ChannelState>) {
        (channels.pushes().then_some(ChannelState::Open), channels.emails().then_some(ChannelState::Open))
    }

    /// The channels it uses, each with its state.
    pub fn channels(&self) -> impl Iterator<Item = (NotificationChannel, ChannelState)> {
        let message = self.reached().map_or(NotificationChannel::Email, NotificationChannel::from);
        [(NotificationChannel::Push, self.push), (message, self.email)]
            .into_iter()
            .filter_map(|(channel, state)| state.map(|state| (channel, state)))
    }

    /// The channel to phones that carries the message.
    pub fn reached(&self) -> Option<MessageChannel> {
        self.tried.iter().rfind(|one| one.is_sent).map(|one| one.channel)
    }

    /// Whether mail is what carried the message, or failed to.
    pub fn is_by_mail(&self) -> bool {
        self.message_by.map_or(self.tried.is_empty(), |channel| channel == MessageChannel::Email)
    }

    /// Whether a channel is out of the question, having failed for good or too often.
    pub(super) fn has_failed(tried: &[PhoneTry], channel: MessageChannel) -> bool {
        let mut failed = tried.iter().filter(|one| one.channel == channel && !one.is_sent);
        failed.clone().any(|one| !one.for_now) || failed.nth(MOST_TRIES.saturating_sub(1)).is_some()
    }

    /// How long to wait until a channel that failed for now is tried again.
    pub(crate) fn pause(&self, channel: MessageChannel) -> TimeDelta {
        let failed = self.tried.iter().filter(|one| one.channel == channel && one.for_now).count();
        let grown = u32::try_from(failed.saturating_sub(1)).ok().and_then(|times| PAUSES_GROW.checked_pow(times));
        grown.map_or(TimeDelta::days(1), |seconds| TimeDelta::seconds(i64::from(seconds)))
    }

    /// The id by which WhatsApp knows what it accepted last.
    fn whatsapp_id(&self) -> Option<&str> {
        let on_whatsapp = self.tried.iter().rev().filter(|one| one.channel == MessageChannel::Whatsapp);
        on_whatsapp.filter_map(|one| one.provider_id.as_deref()).next()
    }

    /// Why the message reached nobody.
    pub(super) fn failed_reason(&self) -> Option<String> {
        let failed = self.tried.iter().rfind(|one| !one.is_sent).and_then(|one| one.reason.clone());
        failed.filter(|_| self.email == Some(ChannelState::Failed))
    }

    pub fn any(&self, state: ChannelState) -> bool {
        [self.push, self.email].contains(&Some(state))
    }

    /// The worst of its channels.
    pub fn status(&self) -> NotificationStatus {
        let statuses: Vec<NotificationStatus> = self.channels().map(|(_, state)| state.status()).collect();
        if statuses.contains(&NotificationStatus::Failed) {
            NotificationStatus::Failed
        } else if statuses.contains(&NotificationStatus::Pending) || statuses.is_empty() {
            NotificationStatus::Pending
        } else {
            NotificationStatus::Sent
        }
    }
}

impl SendLog for DeliveryLog {
    fn is_done(&self) -> bool {
        self.channels().all(|(_, state)| state.is_settled())
    }

    /// A channel that is to be tried again may be tried at once: whoever failed has stopped.
    fn is_claimed(&self, now: Instant) -> bool {
        self.claimed_until > now && !self.any(ChannelState::Retry)
    }

    fn claimed_by(&self) -> Option<&AttemptId> {
        Some(&self.claimed_by)
    }

    fn claimed(&self, by: AttemptId, until: Instant) -> Self {
        // A channel that is tried again is open meanwhile, so that a third delivery waits.
        let open = |state: Option<ChannelState>| {
            state.map(|state| if state == ChannelState::Retry { ChannelState::Open } else { state })
        };
        Self { push: open(self.push), email: open(self.email), claimed_by: by, claimed_until: until, ..self.clone() }
    }
}

impl Record for DeliveryLog {
    const KIND: &'static str = "sent";

    fn key(&self) -> Key {
        keys::sent(&self.key)
    }

    /// In the developers' log once a channel was tried: until then there is nothing to tell, and moving the entry would
    /// cost as much as the log itself.
    fn places(&self) -> Places {
        let is_tried = self.channels().any(|(_, state)| state != ChannelState::Open);
        let entry = || keys::sent_log(self.status().as_str(), self.created_at, &self.notification_id);
        Places {
            g1: is_tried.then(entry),
            g2: self.whatsapp_id().map(keys::sent_on_whatsapp),
            ttl: Some(self.created_at.plus(KEPT)),
            ..Places::default()
        }
    }
}
