//! The senders from the settings with fixed names. A setting that is malformed leaves its channel off, with a warning
//! that names the setting and never shows its value.

use url::Url;

use super::chat::ChatWebhook;
use super::push::VapidKey;
use super::realtime::AblyKey;
use super::{ChatSender, EmailSender, HeartbeatSender, InvoicingClient, Outbound, PushSender, RealtimeSender};
use crate::jobs::Job;
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
        let read = |name: &str| match name {
            "EMAIL_FROM" => settings.email_from.clone(),
            "VAPID_PRIVATE_KEY" => vapid.clone(),
            "VAPID_SUBJECT" => settings.vapid_subject.clone(),
            "BASE_URL" => Some(settings.base_url.clone()),
            "CHAT_WEBHOOK_URL" => chat.clone(),
            "ABLY_API_KEY" => ably.clone(),
            "INVOICING_URL" => settings.invoicing_url.clone(),
            "INVOICING_SECRET" => invoicing.clone(),
            heartbeat => settings.heartbeat_url(heartbeat),
        };
        Self::from_settings(read, Job::ALL.iter().map(|job| job.as_str()), aws, clock)
    }

    /// `read` gives a setting by name; an empty one counts as absent. `jobs` are the names heartbeats are kept for.
    pub fn from_settings<'a>(
        read: impl Fn(&str) -> Option<String>,
        jobs: impl IntoIterator<Item = &'a str>,
        aws: &aws_config::SdkConfig,
        clock: &Clock,
    ) -> Self {
        let present = |name: &str| read(name).filter(|value| !value.trim().is_empty());
        let email = present("EMAIL_FROM")
            .map(|from| EmailSender::ses(aws_sdk_ses::Client::new(aws), &from, clock.clone()))
            .unwrap_or_default();
        let push = present("VAPID_PRIVATE_KEY")
            .and_then(|key| {
                let subject = present("VAPID_SUBJECT").or_else(|| present("BASE_URL")).unwrap_or_default();
                understood("VAPID_PRIVATE_KEY, VAPID_SUBJECT", VapidKey::parse(&key, &subject))
            })
            .map(PushSender::vapid)
            .unwrap_or_default();
        let chat = present("CHAT_WEBHOOK_URL")
            .and_then(|url| understood("CHAT_WEBHOOK_URL", ChatWebhook::parse(&url)))
            .map(ChatSender::webhook)
            .unwrap_or_default();
        let realtime = present("ABLY_API_KEY")
            .and_then(|key| understood("ABLY_API_KEY", AblyKey::parse(&key)))
            .map(RealtimeSender::ably)
            .unwrap_or_default();
        let invoicing = present("INVOICING_URL")
            .zip(present("INVOICING_SECRET"))
            .and_then(|(url, secret)| Some((understood("INVOICING_URL", invoicing_url(&url))?, secret)))
            .map(|(url, secret)| InvoicingClient::new(url, secret, clock.clone()))
            .unwrap_or_default();
        let heartbeat = HeartbeatSender::from_settings(jobs, present);
        Self { email, push, chat, realtime, heartbeat, invoicing, recorder: None }
    }
}

async fn value_of(secret: &Secret) -> Option<String> {
    secret.value().await.ok().flatten()
}

fn invoicing_url(text: &str) -> Result<Url, &'static str> {
    Url::parse(text.trim()).ok().filter(|url| matches!(url.scheme(), "http" | "https")).ok_or("must be a web address")
}

fn understood<T>(setting: &str, parsed: Result<T, &'static str>) -> Option<T> {
    parsed
        .inspect_err(|reason| tracing::warn!(setting, reason, "the setting is ignored and its channel stays off"))
        .ok()
}
