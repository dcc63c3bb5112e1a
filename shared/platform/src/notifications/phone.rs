//! One message by one channel: of WhatsApp, text messages and mail the first that can carry it, and the next only where
//! that has failed for good.

use super::delivery_log::PhoneTry;
use super::hold::{Holds, TemplateName};
use super::spoken::{Speaker, Spoken, spoken};
use super::{ChannelState, DeliveryLog, Notifications, OutgoingNotice};
use parlour_people::customers::{is_reached_by, ways};
use parlour_senders::templates::Texts;
use parlour_senders::{
    Attachment, Channel, PhoneError, PhoneRefusal, Remedy, SendError, SmsMessage, WhatsAppContent, WhatsAppMessage,
    WhatsAppTemplate,
};
use parlour_setup::messages::{MessageForm, MessageTemplate, MessageTemplates};
use parlour_storage::table::TableError;
use parlour_values::contact::Phone;
use parlour_values::id::{NotificationId, UserId};
use parlour_values::message_channel::MessageChannel;

/// The code of somebody who has ended marketing with WhatsApp itself.
const MARKETING_STOPPED: &str = "131050";

/// The outcome of one message.
pub(super) struct MessageOutcome {
    pub state: Result<ChannelState, SendError>,
    /// The channel that carried it, or failed last.
    pub by: Option<MessageChannel>,
    /// The tries on phones made now.
    pub tried: Vec<PhoneTry>,
}

/// What was tried for a message, as far as it has got.
#[derive(Default)]
struct Trying {
    by: Option<MessageChannel>,
    tried: Vec<PhoneTry>,
}

/// The outcome of one channel to phones.
enum ChannelOutcome {
    /// Not configured, no number, no template.
    Impossible,
    Accepted(PhoneTry),
    Failed(PhoneRefusal),
    /// Not now: another channel may carry it, and without one it waits.
    Held(PhoneRefusal),
    Retry(SendError),
}

/// A message on its way.
struct Outgoing<'a> {
    notice: &'a OutgoingNotice,
    texts: &'a Texts,
    spoken: &'a Spoken,
    template: Option<&'a MessageTemplate>,
    phone: &'a Phone,
    holds: &'a Holds,
    /// The notification that it belongs to.
    id: &'a NotificationId,
}

impl Notifications<'_> {
    /// `before` is what earlier deliveries of the same message have tried.
    pub(super) async fn message(
        &self,
        notice: &OutgoingNotice,
        texts: &Texts,
        before: &[PhoneTry],
        id: &NotificationId,
    ) -> MessageOutcome {
        let mut trying = Trying::default();
        let state = match self.spoken(notice, texts).await {
            Err(error) => Err(error),
            Ok(Some(spoken)) => self.by_first_way(notice, texts, &spoken, before, id, &mut trying).await,
            Ok(None) if notice.only.is_some_and(|only| only != MessageChannel::Email) => Ok(ChannelState::Nowhere),
            Ok(None) => {
                trying.by = Some(MessageChannel::Email);
                self.email(notice, texts).await
            }
        };
        MessageOutcome { state, by: trying.by, tried: trying.tried }
    }

    /// None where only mail can carry it.
    async fn spoken(&self, notice: &OutgoingNotice, texts: &Texts) -> Result<Option<Spoken>, SendError> {
        let outbound = &self.0.outbound;
        if !outbound.configured(Channel::WhatsApp) && !outbound.configured(Channel::Sms) {
            return Ok(None);
        }
        let language = notice.recipient.language();
        let (site, now) = (self.0.settings.base_url.as_str(), self.0.clock.now());
        let own = self.own_link(notice).await?;
        Ok(spoken(&notice.notice, Speaker { salon: &texts.sender, site, own: own.as_deref(), language, now }))
    }

    async fn by_first_way(
        &self,
        notice: &OutgoingNotice,
        texts: &Texts,
        spoken: &Spoken,
        before: &[PhoneTry],
        id: &NotificationId,
        trying: &mut Trying,
    ) -> Result<ChannelState, SendError> {
        let (mut by_mail, mut held) = (Ok(ChannelState::Nowhere), None);
        let mut ready = None;
        let profile = notice.recipient.profile.as_ref();
        let ways = notice.only.map_or_else(|| ways(profile), |only| vec![only]);
        for channel in ways.into_iter().filter(|channel| !DeliveryLog::has_failed(before, *channel)) {
            if channel == MessageChannel::Email {
                // The mail says how things stand; as the second try of something that is over it is late all the same.
                if spoken.has_passed && (!before.is_empty() || !trying.tried.is_empty()) {
                    return Ok(ChannelState::Nowhere);
                }
                let mailed = self.email(notice, texts).await;
                if !matches!(mailed, Ok(ChannelState::Nowhere)) {
                    trying.by = Some(channel);
                }
                match mailed {
                    Ok(ChannelState::Sent) => return Ok(ChannelState::Sent),
                    Err(error) if !error.is_final() => return Err(error),
                    without => by_mail = without,
                }
                continue;
            }
            let Some(phone) = notice.recipient.phone() else { continue };
            if spoken.has_passed {
                return Ok(ChannelState::Nowhere);
            }
            if ready.is_none() {
                ready = Some(self.ready(notice, spoken).await.map_err(unreadable)?);
            }
            let Some((template, holds)) = &ready else { continue };
            let outgoing = Outgoing { notice, texts, spoken, template: template.as_ref(), phone, holds, id };
            let outcome = self.by_phone(channel, &outgoing).await;
            if !matches!(outcome, ChannelOutcome::Impossible) {
                trying.by = Some(channel);
            }
            match outcome {
                ChannelOutcome::Impossible => {}
                ChannelOutcome::Accepted(accepted) => {
                    trying.tried.push(accepted);
                    return Ok(ChannelState::Sent);
                }
                ChannelOutcome::Failed(refusal) => {
                    trying.tried.push(PhoneTry::failed(channel, &refusal, self.0.clock.now()));
                }
                ChannelOutcome::Held(refusal) => held = Some(SendError::Phone(refusal)),
                ChannelOutcome::Retry(error) => return Err(error),
            }
        }
        match held {
            Some(held) => Err(held),
            None if before.iter().chain(&trying.tried).any(|one| !one.is_sent) => Ok(ChannelState::Failed),
            None => by_mail,
        }
    }

    /// The text it has in the reader's language, else in English; and what is held.
    async fn ready(
        &self,
        notice: &OutgoingNotice,
        spoken: &Spoken,
    ) -> Result<(Option<MessageTemplate>, Holds), TableError> {
        let template = MessageTemplates::of(self.0).for_reader(spoken.kind, notice.recipient.language()).await?;
        Ok((template, self.holds().await?))
    }

    async fn by_phone(&self, channel: MessageChannel, outgoing: &Outgoing<'_>) -> ChannelOutcome {
        let Some(template) = outgoing.template else { return ChannelOutcome::Impossible };
        let (user, profile) = (&outgoing.notice.recipient.user, outgoing.notice.recipient.profile.as_ref());
        let form = MessageForm { template: Some(template), has_document: outgoing.document().is_some() };
        if !is_reached_by(channel, user, profile, form) {
            return ChannelOutcome::Impossible;
        }
        let name = TemplateName { name: &template.whatsapp_name, language: template.whatsapp_language.as_str() };
        let name = (channel == MessageChannel::Whatsapp).then_some(name);
        let is_configured = match channel {
            MessageChannel::Whatsapp => self.0.outbound.configured(Channel::WhatsApp),
            MessageChannel::Sms => self.0.outbound.configured(Channel::Sms),
            MessageChannel::Email => false,
        };
        if !is_configured {
            return ChannelOutcome::Impossible;
        }
        if let Some(hold) = outgoing.holds.on(channel, name.map(|name| (name, template.updated_at))) {
            return ChannelOutcome::Held(hold.refusal(Remedy::RetryLater));
        }
        let sent = match channel {
            MessageChannel::Whatsapp => match outgoing.on_whatsapp(template) {
                Some(message) => self.0.outbound.whatsapp(&message).await,
                None => return ChannelOutcome::Impossible,
            },
            MessageChannel::Sms => match outgoing.as_sms(template) {
                Some(message) => self.0.outbound.sms(&message).await,
                None => return ChannelOutcome::Impossible,
            },
            MessageChannel::Email => return ChannelOutcome::Impossible,
        };
        match sent {
            Ok(Some(accepted)) => {
                let now = self.0.clock.now();
                ChannelOutcome::Accepted(PhoneTry::accepted(channel, accepted.provider_id, name, now))
            }
            Ok(None) => ChannelOutcome::Impossible,
            Err(PhoneError::Send(error)) => ChannelOutcome::Retry(error),
            Err(PhoneError::Refused(refusal)) => self.refused(channel, name, outgoing, refusal).await,
        }
    }

    async fn refused(
        &self,
        channel: MessageChannel,
        template: Option<TemplateName<'_>>,
        outgoing: &Outgoing<'_>,
        refusal: PhoneRefusal,
    ) -> ChannelOutcome {
        if let Err(error) = self.take_trouble(channel, template, &refusal).await {
            tracing::error!(%error, code = refusal.code, "a refusal of a channel was not noted");
        }
        if refusal.code == MARKETING_STOPPED
            && let Err(error) = self.stop_marketing(outgoing.notice.recipient.id(), "messages").await
        {
            tracing::error!(%error, "that somebody has stopped marketing was not noted");
        }
        match refusal.remedy {
            Remedy::Retry | Remedy::RetryLater => ChannelOutcome::Retry(SendError::Phone(refusal)),
            Remedy::Permanent | Remedy::PermanentAlert => ChannelOutcome::Failed(refusal),
            Remedy::HoldTemplate | Remedy::StopChannel => ChannelOutcome::Held(refusal),
        }
    }
}

impl Outgoing<'_> {
    fn document(&self) -> Option<&Attachment> {
        self.notice.attachments.iter().find(|attachment| is_pdf(attachment))
    }

    /// None where the template's heading is a document, and there is none.
    fn on_whatsapp(&self, template: &MessageTemplate) -> Option<WhatsAppMessage> {
        let document = match self.spoken.kind.is_headed_by_document() {
            true => Some(self.document()?.clone()),
            false => None,
        };
        Some(WhatsAppMessage {
            kind: self.texts.kind,
            to: self.phone.as_str().to_owned(),
            id: own_id(self.notice.recipient.id(), self.id),
            text: template.render(&self.spoken.values),
            content: WhatsAppContent::Template(WhatsAppTemplate {
                name: template.whatsapp_name.clone(),
                language: template.whatsapp_language.to_string(),
                variables: template.positional(&self.spoken.values),
                button: Some(self.spoken.page.clone()),
                document,
            }),
        })
    }

    /// None where the text is not registered.
    fn as_sms(&self, template: &MessageTemplate) -> Option<SmsMessage> {
        Some(SmsMessage {
            kind: self.texts.kind,
            to: self.phone.as_str().to_owned(),
            text: template.render(&self.spoken.values),
            template_id: template.dlt_template_id.clone()?,
        })
    }
}

/// The id that we give to a message on WhatsApp: its reader, and the notification that it belongs to.
pub(crate) fn own_id(reader: &UserId, notification: &NotificationId) -> String {
    format!("{reader}.{notification}")
}

fn is_pdf(attachment: &Attachment) -> bool {
    attachment.content_type.starts_with("application/pdf")
}

fn unreadable(error: TableError) -> SendError {
    SendError::Unreachable(error.to_string())
}
