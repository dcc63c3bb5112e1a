//! Outbound channels: email, WhatsApp, text messages, push, chat, realtime, heartbeats, the invoicing service, and the metrics that count them.
//!
//! Each channel is configured or not. Without configuration a send only writes a log line and returns "not sent". A
//! secret that cannot be read is an error that a retry may fix. Each call has a timeout. The local service and the
//! tests also record every message, and send it if the channel is configured.

pub mod bucket;
pub mod chat;
mod delivery;
pub mod document;
pub mod documents;
pub mod email;
pub mod heartbeat;
mod iam;
pub mod invoicing;
mod keyed;
mod kind;
mod proof;
pub mod push;
pub mod push_endpoint;
pub mod realtime;
mod receiver;
mod recorder;
mod remedy;
mod settings;
pub mod sms;
pub mod templates;
mod webhook;
pub mod whatsapp;
mod wire;

pub use chat::{ChatMessage, ChatSender};
pub use delivery::{Channel, Delivery, JournalError, SendError};
pub use email::{Attachment, Email, EmailSender};
pub use heartbeat::{Beat, HeartbeatSender, JobOutcome};
pub use invoicing::InvoicingClient;
pub use kind::NotificationType;
pub use push::{Push, PushOutcome, PushReport, PushSender};
pub use push_endpoint::LONGEST_ENDPOINT;
pub use push_endpoint::{P256dh, PushAuth, PushEndpoint, PushHosts, PushSubscription};
pub use realtime::{RealtimeMessage, RealtimeSender};
pub use receiver::Reach;
pub use recorder::{Journal, MemoryJournal, Recorder, SentAttachment, SentMessage};
pub use remedy::{PhoneError, PhoneRefusal, Remedy};
pub use sms::{SmsMessage, SmsSender};
pub use webhook::{SignedEvent, WebhookSender};
pub use whatsapp::{AcceptedMessage, WhatsAppContent, WhatsAppMessage, WhatsAppSender, WhatsAppTemplate};

use std::collections::BTreeMap;
use std::sync::Arc;

use documents::{DocumentStore, Rehearsed};
use recorder::Draft;

use parlour_settings::metrics::{Metrics, SendOutcome};

/// All senders of a process. Clones share their clients.
#[derive(Clone, Default)]
pub struct Outbound {
    pub email: EmailSender,
    pub push: PushSender,
    pub chat: ChatSender,
    pub realtime: RealtimeSender,
    pub heartbeat: HeartbeatSender,
    pub invoicing: InvoicingClient,
    pub webhook: WebhookSender,
    pub whatsapp: WhatsAppSender,
    pub sms: SmsSender,
    pub metrics: Metrics,
    recorder: Option<Recorder>,
    documents: Option<Arc<dyn DocumentStore>>,
    /// Nothing is sent or recorded; every send answers what it would have answered had it succeeded.
    is_dry_run: bool,
}

impl Outbound {
    /// Nothing configured and nothing recorded: every send only writes a log line.
    pub fn unconfigured() -> Self {
        Self::default()
    }

    /// The same senders for a dry run, which sends nothing.
    pub fn dry_run(&self) -> Self {
        let documents =
            self.documents.clone().map(|documents| Arc::new(Rehearsed(documents)) as Arc<dyn DocumentStore>);
        Self { is_dry_run: true, metrics: Metrics::default(), documents, ..self.clone() }
    }

    /// The same senders, with these metrics.
    pub fn metered_by(self, metrics: Metrics) -> Self {
        Self { metrics, ..self }
    }

    /// The same senders, with a recorder.
    pub fn recorded_by(self, recorder: Recorder) -> Self {
        Self { recorder: Some(recorder), ..self }
    }

    /// The same senders, with a store of rendered invoices and pictures.
    pub fn keeping(self, documents: Arc<dyn DocumentStore>) -> Self {
        Self { documents: Some(documents), ..self }
    }

    /// The store of rendered invoices and pictures, if there is one.
    pub fn documents(&self) -> Option<&Arc<dyn DocumentStore>> {
        self.documents.as_ref()
    }

    /// Whether every message is recorded, which stands in for sending it: in the local service and in tests.
    pub fn is_recorded(&self) -> bool {
        self.recorder.is_some()
    }

    /// Whether a real sender is configured; recording does not count.
    pub fn configured(&self, channel: Channel) -> bool {
        match channel {
            Channel::Email => self.email.configured(),
            Channel::Push => self.push.configured(),
            Channel::Chat => self.chat.configured(),
            Channel::Realtime => self.realtime.configured(),
            Channel::Heartbeat => self.heartbeat.configured(),
            Channel::WhatsApp => self.whatsapp.configured(),
            Channel::Sms => self.sms.configured(),
        }
    }

    pub async fn email(&self, email: &Email) -> Result<Delivery, SendError> {
        if self.is_dry_run {
            return Ok(self.rehearsed(Channel::Email));
        }
        let draft = || Draft {
            channel: Channel::Email,
            to: email.to.clone(),
            kind: email.kind.to_string(),
            subject: Some(email.subject.clone()),
            body: email.text.clone(),
            html: Some(email.html.clone()),
            attachments: email.attachments.iter().map(SentAttachment::from).collect(),
            headers: email.headers().into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
            accepted: None,
        };
        let sending = async {
            let sent = self.email.send(email).await?;
            self.conclude(Channel::Email, sent, email.kind.as_str(), draft).await
        };
        self.counted(Channel::Email, sending.await, |delivery| delivery.outcome())
    }

    /// Pushes to every browser of one person. Without subscriptions nothing is sent or recorded.
    pub async fn push(&self, push: &Push, subscriptions: &[PushSubscription]) -> Result<PushReport, SendError> {
        if self.is_dry_run {
            let delivery = (!subscriptions.is_empty()).then(|| self.rehearsed(Channel::Push));
            return Ok(PushReport { delivery, outcomes: vec![PushOutcome::Sent; subscriptions.len()] });
        }
        self.counted(Channel::Push, self.push_to(push, subscriptions).await, PushReport::outcome)
    }

    async fn push_to(&self, push: &Push, subscriptions: &[PushSubscription]) -> Result<PushReport, SendError> {
        let outcomes = self.push.send(push, subscriptions).await?;
        if subscriptions.is_empty() || PushReport::all_failed(&outcomes) {
            return Ok(PushReport { delivery: None, outcomes });
        }
        let sent = outcomes.contains(&PushOutcome::Sent);
        let delivery = self
            .conclude(Channel::Push, sent, push.kind.as_str(), || Draft {
                channel: Channel::Push,
                to: push.user_id.to_string(),
                kind: push.kind.to_string(),
                subject: Some(push.title.clone()),
                body: push.body.clone(),
                html: None,
                attachments: Vec::new(),
                headers: BTreeMap::new(),
                accepted: None,
            })
            .await?;
        Ok(PushReport { delivery: Some(delivery), outcomes })
    }

    pub async fn chat(&self, message: &ChatMessage) -> Result<Delivery, SendError> {
        if self.is_dry_run {
            return Ok(self.rehearsed(Channel::Chat));
        }
        let draft = || Draft {
            channel: Channel::Chat,
            to: self.chat.name().to_owned(),
            kind: message.kind.to_string(),
            subject: None,
            body: message.text.clone(),
            html: None,
            attachments: Vec::new(),
            headers: BTreeMap::new(),
            accepted: None,
        };
        let sending = async {
            let sent = self.chat.send(message).await?;
            self.conclude(Channel::Chat, sent, message.kind.as_str(), draft).await
        };
        self.counted(Channel::Chat, sending.await, |delivery| delivery.outcome())
    }

    /// Sends on WhatsApp; None where it is not configured. Only what was accepted is recorded.
    pub async fn whatsapp(&self, message: &WhatsAppMessage) -> Result<Option<AcceptedMessage>, PhoneError> {
        if self.is_dry_run {
            return Ok(None);
        }
        let sending = async {
            let accepted = self.whatsapp.send(message).await?;
            let draft =
                |accepted| Draft::of_phone(Channel::WhatsApp, &message.to, message.kind, &message.text, accepted);
            self.accepted(Channel::WhatsApp, message.kind, accepted, draft).await
        };
        self.counted_phone(Channel::WhatsApp, sending.await)
    }

    /// Sends a text message; None where that is not configured. Only what was accepted is recorded.
    pub async fn sms(&self, message: &SmsMessage) -> Result<Option<AcceptedMessage>, PhoneError> {
        if self.is_dry_run {
            return Ok(None);
        }
        let sending = async {
            let accepted = self.sms.send(message).await?;
            let draft = |accepted| Draft::of_phone(Channel::Sms, &message.to, message.kind, &message.text, accepted);
            self.accepted(Channel::Sms, message.kind, accepted, draft).await
        };
        self.counted_phone(Channel::Sms, sending.await)
    }

    async fn accepted(
        &self,
        channel: Channel,
        kind: NotificationType,
        accepted: Option<AcceptedMessage>,
        draft: impl FnOnce(AcceptedMessage) -> Draft,
    ) -> Result<Option<AcceptedMessage>, PhoneError> {
        if let Some(accepted) = &accepted {
            self.conclude(channel, true, kind.as_str(), || draft(accepted.clone())).await?;
        }
        Ok(accepted)
    }

    fn counted_phone<T>(
        &self,
        channel: Channel,
        result: Result<Option<T>, PhoneError>,
    ) -> Result<Option<T>, PhoneError> {
        let outcome = match &result {
            Ok(accepted) => accepted.as_ref().map(|_| SendOutcome::Sent),
            Err(PhoneError::Refused(refusal)) if !refusal.remedy.is_temporary() => Some(SendOutcome::Failed),
            Err(PhoneError::Send(_) | PhoneError::Refused(_)) => Some(SendOutcome::Retried),
        };
        if let Some(outcome) = outcome {
            self.metrics.send(channel.as_str(), outcome);
        }
        result
    }

    pub async fn publish(&self, message: &RealtimeMessage) -> Result<Delivery, SendError> {
        if self.is_dry_run {
            return Ok(self.rehearsed(Channel::Realtime));
        }
        let draft = || Draft {
            channel: Channel::Realtime,
            to: message.channel.clone(),
            kind: message.name.clone(),
            subject: None,
            body: message.data.to_string(),
            html: None,
            attachments: Vec::new(),
            headers: BTreeMap::new(),
            accepted: None,
        };
        let sending = async {
            let sent = self.realtime.publish(message).await?;
            self.conclude(Channel::Realtime, sent, &message.name, draft).await
        };
        self.counted(Channel::Realtime, sending.await, |delivery| delivery.outcome())
    }

    /// Sends the job's heartbeat. A failure never fails the job.
    pub async fn heartbeat(&self, job: &str, outcome: JobOutcome) -> Beat {
        if self.is_dry_run {
            return Beat::Told(self.rehearsed(Channel::Heartbeat));
        }
        let sent = match self.heartbeat.beat(job, outcome).await {
            Ok(sent) => sent,
            Err(error) => {
                tracing::warn!(job, %error, "the heartbeat was missed");
                return Beat::Missed;
            }
        };
        let told = self.conclude(Channel::Heartbeat, sent, job, || Draft {
            channel: Channel::Heartbeat,
            to: job.to_owned(),
            kind: NotificationType::Heartbeat.to_string(),
            subject: None,
            body: outcome.to_string(),
            html: None,
            attachments: Vec::new(),
            headers: BTreeMap::new(),
            accepted: None,
        });
        told.await.map_or(Beat::Missed, Beat::Told)
    }

    /// Whether the invoicing service responds; false if it is not configured. A dry run does not ask it.
    pub async fn ping_invoicing(&self) -> Result<bool, SendError> {
        if self.is_dry_run { Ok(self.invoicing.configured()) } else { self.invoicing.ping().await }
    }

    /// Counts what came of a send.
    fn counted<T>(
        &self,
        channel: Channel,
        result: Result<T, SendError>,
        outcome: impl Fn(&T) -> Option<SendOutcome>,
    ) -> Result<T, SendError> {
        let outcome = match &result {
            Ok(done) => outcome(done),
            Err(error) if error.is_final() => Some(SendOutcome::Failed),
            Err(_) => Some(SendOutcome::Retried),
        };
        if let Some(outcome) = outcome {
            self.metrics.send(channel.as_str(), outcome);
        }
        result
    }

    /// The outcome of a send in a dry run.
    fn rehearsed(&self, channel: Channel) -> Delivery {
        Delivery::of(self.configured(channel), self.recorder.is_some())
    }

    /// Records the message if it was sent, or logs that it was not.
    async fn conclude(
        &self,
        channel: Channel,
        sent: bool,
        kind: &str,
        draft: impl FnOnce() -> Draft,
    ) -> Result<Delivery, SendError> {
        if let Some(recorder) = &self.recorder {
            recorder.record(draft()).await?;
        } else if !sent {
            tracing::info!(%channel, kind, "not sent: the channel is not configured");
        }
        Ok(Delivery::of(sent, self.recorder.is_some()))
    }
}

#[cfg(test)]
pub(crate) mod loopback;
#[cfg(test)]
mod tests;
