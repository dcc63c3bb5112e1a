//! Channels to phones, and templates of theirs, that are not used for a while because their service said so; developers
//! are told.

use std::convert::Infallible;

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::Notifications;
use parlour_senders::{PhoneRefusal, Remedy};
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::{Failure, Setback};
use parlour_storage::outbox::NotifiableEvent;
use parlour_storage::table::{Key, Partition, Record, Stored, TableError, keys};
use parlour_values::message_channel::MessageChannel;
use parlour_values::time::Instant;

/// After this time the next message tries whether a channel takes it again.
const CHANNEL_HELD: TimeDelta = TimeDelta::hours(1);
/// A template is held until WhatsApp or its owner says otherwise, and no longer than this.
const TEMPLATE_HELD: TimeDelta = TimeDelta::hours(24);
/// Nobody is told of the same trouble more often.
const TOLD_AGAIN: TimeDelta = TimeDelta::hours(24);

/// A template as its service knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TemplateName<'a> {
    pub name: &'a str,
    pub language: &'a str,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChannelHold {
    /// The channel, and the template or the error that it is about.
    pub what: String,
    /// As the service names the error.
    pub code: String,
    pub meaning: String,
    pub since: Instant,
    /// Nothing is held from then on.
    pub until: Instant,
    pub told_at: Instant,
}

impl Record for ChannelHold {
    const KIND: &'static str = "channel_hold";

    fn key(&self) -> Key {
        keys::channel_hold(&self.what)
    }
}

fn template_hold(channel: MessageChannel, template: TemplateName<'_>) -> String {
    format!("{channel}#{}#{}", template.name, template.language)
}

/// The holds there are now.
pub(super) struct Holds {
    holds: Vec<Stored<ChannelHold>>,
    now: Instant,
}

impl Holds {
    fn find(&self, what: &str) -> Option<&ChannelHold> {
        self.holds.iter().map(|hold| &hold.record).find(|hold| hold.what == what && hold.until > self.now)
    }

    /// Why nothing is sent by this channel, or with this template of it. One that its owner has saved since is tried.
    pub(super) fn on(
        &self,
        channel: MessageChannel,
        template: Option<(TemplateName<'_>, Instant)>,
    ) -> Option<&ChannelHold> {
        self.find(channel.as_str()).or_else(|| {
            let (template, saved_at) = template?;
            self.find(&template_hold(channel, template)).filter(|hold| hold.since >= saved_at)
        })
    }
}

impl ChannelHold {
    pub(super) fn refusal(&self, remedy: Remedy) -> PhoneRefusal {
        PhoneRefusal { remedy, code: self.code.clone(), meaning: "the channel is held" }
    }
}

impl Notifications<'_> {
    pub(super) async fn holds(&self) -> Result<Holds, TableError> {
        let holds = self.0.table.query::<ChannelHold>(Partition::of(keys::CHANNEL_HOLDS)).await?;
        Ok(Holds { holds, now: self.0.clock.now() })
    }

    /// Does about a refusal what it asks for beyond the message itself: holds, and tells developers.
    pub(crate) async fn take_trouble(
        &self,
        channel: MessageChannel,
        template: Option<TemplateName<'_>>,
        refusal: &PhoneRefusal,
    ) -> Result<(), Setback> {
        let named = template.map(|template| template_hold(channel, template));
        let (what, lasts) = match refusal.remedy {
            Remedy::Retry | Remedy::RetryLater | Remedy::Permanent => return Ok(()),
            Remedy::StopChannel => (channel.to_string(), CHANNEL_HELD),
            Remedy::HoldTemplate | Remedy::PermanentAlert => match named {
                Some(named) if refusal.remedy == Remedy::HoldTemplate => (named, TEMPLATE_HELD),
                // Nothing is held: others may be reached.
                _ => (format!("{channel}##{}", refusal.code), TimeDelta::zero()),
            },
        };
        let told = template.filter(|_| refusal.remedy != Remedy::StopChannel).map(|template| template.name.to_owned());
        self.0.retry_on_conflict(|| self.hold(channel, &what, lasts, told.as_deref(), refusal)).await?;
        Ok(())
    }

    async fn hold(
        &self,
        channel: MessageChannel,
        what: &str,
        lasts: TimeDelta,
        template: Option<&str>,
        refusal: &PhoneRefusal,
    ) -> Result<(), Failure<Infallible>> {
        let now = self.0.clock.now();
        let read = self.0.table.get::<ChannelHold>(&keys::channel_hold(what)).await?;
        let told_at = read.as_ref().map(|hold| hold.told_at).filter(|told| told.plus(TOLD_AGAIN) > now);
        let hold = ChannelHold {
            what: what.to_owned(),
            code: refusal.code.clone(),
            meaning: refusal.meaning.to_owned(),
            since: now,
            until: now.plus(lasts),
            told_at: told_at.unwrap_or(now),
        };
        let act = Act::of_job("messages", what, now);
        let mut transaction = self.0.transaction(&act);
        transaction.save(read.as_ref(), &hold);
        if told_at.is_none() {
            let data = json!({ "channel": channel, "code": refusal.code });
            transaction.audit(EventType::ChannelHeld, ChannelHold::KIND, what, data);
            let trouble = NotifiableEvent::ChannelTrouble {
                channel,
                template: template.map(str::to_owned),
                code: refusal.code.clone(),
                meaning: refusal.meaning.to_owned(),
            };
            transaction.enqueue(trouble.message(now));
        }
        Ok(transaction.commit().await?)
    }

    /// WhatsApp says that a template may be used again.
    pub(crate) async fn release(&self, template: TemplateName<'_>) -> Result<(), TableError> {
        let what = template_hold(MessageChannel::Whatsapp, template);
        self.0.table.forget(&keys::channel_hold(&what)).await
    }
}
