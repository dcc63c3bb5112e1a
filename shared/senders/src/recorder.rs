//! Records what was sent, for the local console and for tests.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use futures::future::BoxFuture;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::NotificationType;
use super::delivery::{Channel, JournalError, SendError};
use super::email::Attachment;
use super::whatsapp::AcceptedMessage;
use parlour_values::id::{MessageId, Random};
use parlour_values::time::{Clock, Instant};

/// One sent message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SentMessage {
    pub id: MessageId,
    pub channel: Channel,
    /// The address (email), the number (whatsapp, sms), the user (push), the job (heartbeat) or the channel (chat, realtime).
    pub to: String,
    /// The notification type; for realtime the message's name.
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    pub body: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attachments: Vec<SentAttachment>,
    /// Those of an email that not every email has.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub headers: BTreeMap<String, String>,
    /// Of a message to a phone: what was sent to the service, the id that it gave it, and how far it has got.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provider_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    pub sent_at: Instant,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SentAttachment {
    pub filename: String,
    pub content_type: String,
    pub size: usize,
    pub content_base64: String,
}

impl From<&Attachment> for SentAttachment {
    fn from(attachment: &Attachment) -> Self {
        Self {
            filename: attachment.filename.clone(),
            content_type: attachment.content_type.clone(),
            size: attachment.content.len(),
            content_base64: STANDARD.encode(&attachment.content),
        }
    }
}

/// The store of sent messages.
pub trait Journal: Send + Sync {
    fn record(&self, message: SentMessage) -> BoxFuture<'_, Result<(), JournalError>>;
}

/// In memory, for tests.
#[derive(Clone, Default)]
pub struct MemoryJournal(Arc<Mutex<Vec<SentMessage>>>);

impl MemoryJournal {
    /// All sent messages, oldest first.
    pub fn messages(&self) -> Vec<SentMessage> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn clear(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

impl Journal for MemoryJournal {
    fn record(&self, message: SentMessage) -> BoxFuture<'_, Result<(), JournalError>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(message);
        Box::pin(std::future::ready(Ok(())))
    }
}

/// A message to record; the recorder adds id and time.
pub(super) struct Draft {
    pub channel: Channel,
    pub to: String,
    pub kind: String,
    pub subject: Option<String>,
    pub body: String,
    pub html: Option<String>,
    pub attachments: Vec<SentAttachment>,
    pub headers: BTreeMap<String, String>,
    pub accepted: Option<AcceptedMessage>,
}

impl Draft {
    pub(super) fn of_phone(
        channel: Channel,
        to: &str,
        kind: NotificationType,
        text: &str,
        accepted: AcceptedMessage,
    ) -> Self {
        Self {
            channel,
            to: to.to_owned(),
            kind: kind.to_string(),
            subject: None,
            body: text.to_owned(),
            html: None,
            attachments: Vec::new(),
            headers: BTreeMap::new(),
            accepted: Some(accepted),
        }
    }
}

#[derive(Clone)]
pub struct Recorder {
    journal: Arc<dyn Journal>,
    clock: Clock,
    random: Random,
}

impl Recorder {
    pub fn new(journal: Arc<dyn Journal>, clock: Clock, random: Random) -> Self {
        Self { journal, clock, random }
    }

    pub(super) async fn record(&self, draft: Draft) -> Result<(), SendError> {
        let (request, provider_id) = draft.accepted.map(|accepted| (accepted.request, accepted.provider_id)).unzip();
        let message = SentMessage {
            id: self.random.id(),
            channel: draft.channel,
            to: draft.to,
            kind: draft.kind,
            subject: draft.subject,
            body: draft.body,
            html: draft.html,
            attachments: draft.attachments,
            headers: draft.headers,
            status: provider_id.as_ref().map(|_| "accepted".to_owned()),
            request,
            provider_id,
            sent_at: self.clock.now(),
        };
        self.journal.record(message).await.map_err(SendError::Journal)
    }
}
