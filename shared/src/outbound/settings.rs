//! The senders from the settings with fixed names. A setting that is malformed leaves its channel off, with a warning
//! that names the setting and never shows its value.

use url::Url;

use super::chat::ChatWebhook;
use super::push::VapidKey;
use super::realtime::AblyKey;
use super::{ChatSender, EmailSender, HeartbeatSender, InvoicingClient, Outbound, PushSender, RealtimeSender};
use crate::settings::{Secret, Settings};
use crate::time::Clock;

impl Outbound {
    /// The senders a process's settings describe. A secret that cannot be read leaves its channel off; the reader has
    /// logged why.
    pub async fn of(settings: &Settings, aws: &aws_config::SdkConfig, clock: &Clock) -> Self {
        let (ably, vapid, chat, invoicing) = tokio::join!(
            value_of(&settings.ably_api_key),
            value_of(&settings.vapid_private_key),
            value_of(&settings.chat_webhook_url),
            value_of(&settings.invoicing_secret),
        );
        let email = settings
            .email_from
            .as_deref()
            .map(|from| EmailSender::ses(aws_sdk_ses::Client::new(aws), from, clock.clone()))
            .unwrap_or_default();
        let push = vapid
            .and_then(|key| {
                let subject = settings.vapid_subject.as_deref().unwrap_or(&settings.base_url);
                understood("VAPID_PRIVATE_KEY, VAPID_SUBJECT", VapidKey::parse(&key, subject))
            })
            .map(PushSender::vapid)
            .unwrap_or_default();
        let chat = chat
            .and_then(|url| understood("CHAT_WEBHOOK_URL", ChatWebhook::parse(&url)))
            .map(ChatSender::webhook)
            .unwrap_or_default();
        let realtime = ably
            .and_then(|key| understood("ABLY_API_KEY", AblyKey::parse(&key)))
            .map(RealtimeSender::ably)
            .unwrap_or_default();
        let invoicing = settings
            .invoicing_url
            .as_deref()
            .and_then(|url| understood("INVOICING_URL", invoicing_url(url)))
            .zip(invoicing)
            .map(|(url, secret)| InvoicingClient::new(url, secret, clock.clone()))
            .unwrap_or_default();
        let heartbeat = HeartbeatSender::from_urls(&settings.heartbeat_urls);
        Self { email, push, chat, realtime, heartbeat, invoicing, recorder: None, documents: None }
    }
}

async fn value_of(secret: &Secret) -> Option<String> {
    secret.value().await.ok().flatten().filter(|value| !value.trim().is_empty())
}

fn invoicing_url(text: &str) -> Result<Url, &'static str> {
    Url::parse(text.trim()).ok().filter(|url| matches!(url.scheme(), "http" | "https")).ok_or("must be a web address")
}

fn understood<T>(setting: &str, parsed: Result<T, &'static str>) -> Option<T> {
    parsed
        .inspect_err(|reason| tracing::warn!(setting, reason, "the setting is ignored and its channel stays off"))
        .ok()
}
