//! Builds the senders from the settings. Nothing is read or connected before it is needed.

use std::sync::Arc;

use url::Url;

use super::iam::{FUNCTION_URLS, IamSigner};
use super::{
    ChatSender, EmailSender, HeartbeatSender, InvoicingClient, Outbound, PushSender, Reach, RealtimeSender, SmsSender,
    WebhookSender, WhatsAppSender,
};
use parlour_aws::{AwsAccount, AwsService, CallError, SES};
use parlour_settings::Settings;
use parlour_settings::metrics::Metrics;
use parlour_values::time::Clock;

impl Outbound {
    /// All senders in the settings, with email through SES if `EMAIL_FROM` is set.
    pub fn with_email(settings: &Settings, account: &AwsAccount, clock: &Clock) -> Result<Self, CallError> {
        let email = match settings.email_from.as_deref() {
            Some(from) => {
                let sender = EmailSender::ses(AwsService::connect(SES, account, None)?, from, clock.clone());
                sender.reported_by(settings.mail_configuration_set.clone()).paced_by(settings)
            }
            None => EmailSender::default(),
        };
        let sms = SmsSender::of(settings, Some(account.region()), clock);
        Ok(Self { email, sms, ..Self::of(settings, clock) }.signing_as_the_role(settings, account))
    }

    /// Text messages, and the invoicing service behind a function's URL, which lets nobody else in.
    fn signing_as_the_role(self, settings: &Settings, account: &AwsAccount) -> Self {
        let signer = |service| Arc::new(IamSigner::of(account, service));
        let sms = self.sms.proven_by(signer(super::sms::SERVICE));
        let invoicing =
            if settings.invoicing_by_iam { self.invoicing.proven_by(signer(FUNCTION_URLS)) } else { self.invoicing };
        Self { sms, invoicing, ..self }
    }

    /// The senders that need no AWS service.
    pub fn of(settings: &Settings, clock: &Clock) -> Self {
        let subject = settings.vapid_subject.as_deref().unwrap_or(&settings.base_url);
        let invoicing = settings
            .invoicing_url
            .as_deref()
            .and_then(invoicing_url)
            .filter(|_| settings.invoicing_secret.is_configured())
            .map(|url| InvoicingClient::new(url, settings.invoicing_secret.clone(), clock.clone()))
            .unwrap_or_default();
        let reach = if settings.webhooks_on_loopback { Reach::PublicAndLoopback } else { Reach::Public };
        Self {
            email: EmailSender::default(),
            push: PushSender::of(&settings.vapid_private_key, subject),
            chat: ChatSender::of(&settings.chat_webhook_url),
            realtime: RealtimeSender::of(&settings.ably_api_key),
            heartbeat: HeartbeatSender::of(&settings.heartbeat_map, &settings.heartbeat_urls),
            invoicing,
            webhook: WebhookSender::reaching(reach),
            whatsapp: WhatsAppSender::of(settings),
            sms: SmsSender::of(settings, None, clock),
            metrics: Metrics::of(settings, clock),
            recorder: None,
            documents: None,
            is_dry_run: false,
        }
    }
}

fn invoicing_url(text: &str) -> Option<Url> {
    let url = Url::parse(text.trim()).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
    if url.is_none() {
        tracing::warn!("INVOICING_URL is no web address: it is ignored, and no document is asked for");
    }
    url
}
