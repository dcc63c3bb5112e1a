//! Settings, read once from the environment. `infra/docs/operations.md` lists each with its default.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use futures::future::BoxFuture;
use tokio::sync::OnceCell;

use parlour_values::text_enum::text_enum;

pub mod metrics;
mod production;
mod ssm;

pub use production::SettingsError;

text_enum! {
    /// The two apps, told apart by host.
    pub enum App {
        Customer => "customer",
        Admin => "admin",
    }
}

/// A secret: its value (local, tests), or the name of an SSM parameter that is read on first use.
#[derive(Clone)]
pub struct Secret(Option<Arc<SecretSource>>);

enum SecretSource {
    Given(String),
    Parameter { name: String, vault: Arc<dyn Vault>, value: OnceCell<String> },
}

impl Secret {
    pub fn absent() -> Self {
        Self(None)
    }

    pub fn given(value: impl Into<String>) -> Self {
        Self(Some(Arc::new(SecretSource::Given(value.into()))))
    }

    pub fn is_configured(&self) -> bool {
        self.0.is_some()
    }

    /// The value, if it was set directly.
    pub fn given_text(&self) -> Option<&str> {
        match self.0.as_deref() {
            Some(SecretSource::Given(value)) => Some(value),
            Some(SecretSource::Parameter { .. }) | None => None,
        }
    }

    /// The value, read on first use and cached for the life of the process. A parameter that cannot be read is an
    /// error: a missing signing key must never look like "no key is configured".
    pub async fn value(&self) -> Result<Option<String>, SecretError> {
        match self.0.as_deref() {
            None => Ok(None),
            Some(SecretSource::Given(value)) => Ok(Some(value.clone())),
            Some(SecretSource::Parameter { name, vault, value }) => {
                value.get_or_try_init(|| vault.read(name)).await.cloned().map(Some)
            }
        }
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_configured() { "Secret(set)" } else { "Secret(absent)" })
    }
}

#[derive(Debug, thiserror::Error)]
#[error("the parameter {name} could not be read")]
pub struct SecretError {
    pub name: String,
}

/// A secret store, read by name.
pub trait Vault: Send + Sync {
    fn read<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<String, SecretError>>;
}

#[derive(Clone, Debug)]
pub struct Settings {
    pub production: bool,
    pub version: String,
    pub base_url: String,
    pub admin_url: String,
    /// Origins that may call each app with the session cookie; the app's own URL first.
    pub customer_origins: Vec<String>,
    pub admin_origins: Vec<String>,
    pub oidc_issuer: String,
    pub google_client_id: String,
    pub google_client_secret: Secret,
    pub auth_secret: Secret,
    /// In lower case, like the emails of identities.
    pub first_owner_email: Option<String>,
    pub job_signature_header: String,
    pub job_current_signing_key: Secret,
    pub job_next_signing_key: Secret,
    pub internal_job_token: Secret,
    pub report_recipients: Vec<String>,
    pub ably_api_key: Secret,
    pub vapid_private_key: Secret,
    pub vapid_subject: Option<String>,
    pub push_hosts: Option<String>,
    /// Addresses where the local service stands in for a push service; set by it alone, never by the environment.
    pub push_stand_ins: Vec<String>,
    /// Whether webhooks may lead to this machine; set by the local service alone, never by the environment.
    pub webhooks_on_loopback: bool,
    pub chat_webhook_url: Secret,
    /// The monitors of single jobs, by job.
    pub heartbeat_urls: BTreeMap<String, String>,
    /// The monitors of all jobs, a JSON map by job.
    pub heartbeat_map: Secret,
    pub invoicing_url: Option<String>,
    pub invoicing_secret: Secret,
    /// Whether the invoicing service lets in only those whom IAM knows (`INVOICING_AUTH=iam`).
    pub invoicing_by_iam: bool,
    pub invoice_bucket: Option<String>,
    pub email_from: Option<String>,
    /// How many mails SES takes from the account in a second; None where there is no such limit.
    pub mails_per_second: Option<u32>,
    /// How many instances take messages from the queue at the same time.
    pub senders_at_once: Option<u32>,
    /// The set of SES that reports bounces and complaints.
    pub mail_configuration_set: Option<String>,
    /// The business number that messages on WhatsApp come from, by its id at Meta.
    pub whatsapp_phone_id: Option<String>,
    pub whatsapp_token: Secret,
    /// The secret that Meta signs its webhooks with.
    pub whatsapp_app_secret: Secret,
    /// The token that Meta shows when it asks whether a webhook is ours.
    pub whatsapp_verify_token: Secret,
    pub whatsapp_version: String,
    pub whatsapp_api_url: String,
    /// The name that text messages come from, as it is registered with the operators (DLT).
    pub sms_sender_id: Option<String>,
    /// The id of who sends them, as it is registered there.
    pub sms_entity_id: Option<String>,
    /// The address where AWS takes text messages; None: in the region of the function.
    pub sms_api_url: Option<String>,
    pub lead_default_source: String,
    pub lead_rate_limit: u64,
    pub membership_prefix: String,
    /// The secret that CloudFront shows, where it stands before the APIs.
    pub origin_secret: Secret,
    /// Whether requests that do not show it are refused.
    pub origin_required: bool,
    /// Under which name metrics are written to the log; None writes none.
    pub metrics_namespace: Option<String>,
    pub jobs_queue_url: Option<String>,
    pub jobs_queue_arn: Option<String>,
    /// The queue of deliveries to webhooks; the jobs queue where none is named.
    pub webhooks_queue_url: Option<String>,
    pub webhooks_queue_arn: Option<String>,
    pub dead_letters_arn: Option<String>,
    pub scheduler_group: Option<String>,
    pub scheduler_role_arn: Option<String>,
    pub table_name: String,
}

/// The default issuer.
pub const GOOGLE_ISSUER: &str = "https://accounts.google.com";

impl Settings {
    /// The settings of a deployed function, which does not start with ones that production forbids.
    pub fn from_environment() -> Result<Self, SettingsError> {
        Self::fit(std::env::vars().collect())
    }

    /// The settings of these variables, if production allows them.
    pub fn fit(variables: BTreeMap<String, String>) -> Result<Self, SettingsError> {
        let settings = Self::read(variables);
        settings.fit_for_production()?;
        Ok(settings)
    }

    pub fn read(variables: BTreeMap<String, String>) -> Self {
        Self::read_with(variables, Arc::new(ssm::Ssm::default()))
    }

    /// Like `read`, with the given secret store.
    pub fn read_with(variables: BTreeMap<String, String>, vault: Arc<dyn Vault>) -> Self {
        let text =
            |name: &str| variables.get(name).map(|value| value.trim().to_owned()).filter(|value| !value.is_empty());
        let or = |name: &str, default: &str| text(name).unwrap_or_else(|| default.to_owned());
        let list = |name: &str| -> Vec<String> {
            let parts = text(name).unwrap_or_default();
            parts.split(',').map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
        };
        let secret = |name: &str| match (text(name), text(&format!("{name}_PARAM"))) {
            (Some(value), _) => Secret::given(value),
            (None, Some(name)) => {
                Secret(Some(Arc::new(SecretSource::Parameter { name, vault: vault.clone(), value: OnceCell::new() })))
            }
            (None, None) => Secret::absent(),
        };
        let origins = |url: &str, more: &str| {
            let mut origins = vec![origin_of(url)];
            origins.extend(list(more).iter().map(|url| origin_of(url)));
            origins
        };
        let in_lambda = variables.contains_key("AWS_LAMBDA_FUNCTION_NAME");
        let (base_url, admin_url) = (or("BASE_URL", "http://localhost:3000"), or("ADMIN_URL", "http://localhost:3001"));
        let heartbeat_urls = variables
            .iter()
            .filter_map(|(name, url)| {
                name.strip_prefix("HEARTBEAT_URL_").map(|job| (job.to_lowercase().replace('_', "-"), url.clone()))
            })
            .filter(|(_, url)| !url.trim().is_empty())
            .collect();
        Self {
            production: production::is_meant(text("APP_ENV").as_deref(), in_lambda),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            customer_origins: origins(&base_url, "CUSTOMER_ORIGINS"),
            admin_origins: origins(&admin_url, "ADMIN_ORIGINS"),
            base_url: base_url.trim_end_matches('/').to_owned(),
            admin_url: admin_url.trim_end_matches('/').to_owned(),
            oidc_issuer: or("OIDC_ISSUER", GOOGLE_ISSUER),
            google_client_id: or("GOOGLE_CLIENT_ID", ""),
            google_client_secret: secret("GOOGLE_CLIENT_SECRET"),
            auth_secret: secret("AUTH_SECRET"),
            first_owner_email: text("FIRST_OWNER_EMAIL").map(|email| email.to_ascii_lowercase()),
            job_signature_header: or("JOB_SIGNATURE_HEADER", "Upstash-Signature"),
            job_current_signing_key: secret("JOB_CURRENT_SIGNING_KEY"),
            job_next_signing_key: secret("JOB_NEXT_SIGNING_KEY"),
            internal_job_token: secret("INTERNAL_JOB_TOKEN"),
            report_recipients: list("REPORT_RECIPIENTS"),
            ably_api_key: secret("ABLY_API_KEY"),
            vapid_private_key: secret("VAPID_PRIVATE_KEY"),
            vapid_subject: text("VAPID_SUBJECT"),
            push_hosts: text("PUSH_HOSTS"),
            push_stand_ins: Vec::new(),
            webhooks_on_loopback: false,
            chat_webhook_url: secret("CHAT_WEBHOOK_URL"),
            heartbeat_urls,
            heartbeat_map: secret("HEARTBEAT_URLS"),
            invoicing_url: text("INVOICING_URL"),
            invoicing_secret: secret("INVOICING_SECRET"),
            invoicing_by_iam: text("INVOICING_AUTH").as_deref() == Some("iam"),
            invoice_bucket: text("INVOICE_BUCKET"),
            email_from: text("EMAIL_FROM"),
            mails_per_second: text("MAILS_PER_SECOND").and_then(|number| number.parse().ok()),
            senders_at_once: text("SENDERS_AT_ONCE").and_then(|number| number.parse().ok()),
            mail_configuration_set: text("MAIL_CONFIGURATION_SET"),
            whatsapp_phone_id: text("WHATSAPP_PHONE_ID"),
            whatsapp_token: secret("WHATSAPP_TOKEN"),
            whatsapp_app_secret: secret("WHATSAPP_APP_SECRET"),
            whatsapp_verify_token: secret("WHATSAPP_VERIFY_TOKEN"),
            whatsapp_version: or("WHATSAPP_VERSION", "v25.0"),
            whatsapp_api_url: or("WHATSAPP_API_URL", "https://graph.facebook.com"),
            sms_sender_id: text("SMS_SENDER_ID"),
            sms_entity_id: text("SMS_ENTITY_ID"),
            sms_api_url: text("SMS_API_URL"),
            lead_default_source: or("LEAD_DEFAULT_SOURCE", "meta_ad"),
            lead_rate_limit: text("LEAD_RATE_LIMIT").and_then(|count| count.parse().ok()).unwrap_or(5),
            membership_prefix: or("MEMBERSHIP_PREFIX", "PAR"),
            metrics_namespace: text("METRICS_NAMESPACE"),
            origin_secret: text("ORIGIN_SECRET").map_or_else(Secret::absent, Secret::given),
            origin_required: text("ORIGIN_REQUIRED").as_deref() == Some("true"),
            jobs_queue_url: text("JOBS_QUEUE_URL"),
            jobs_queue_arn: text("JOBS_QUEUE_ARN"),
            webhooks_queue_url: text("WEBHOOKS_QUEUE_URL"),
            webhooks_queue_arn: text("WEBHOOKS_QUEUE_ARN"),
            dead_letters_arn: text("DEAD_LETTERS_ARN"),
            scheduler_group: text("SCHEDULER_GROUP"),
            scheduler_role_arn: text("SCHEDULER_ROLE_ARN"),
            table_name: or("TABLE_NAME", "parlour"),
        }
    }

    pub fn origins(&self, app: App) -> &[String] {
        match app {
            App::Customer => &self.customer_origins,
            App::Admin => &self.admin_origins,
        }
    }

    /// The app's origin that matches the request's host; the first one if none does.
    pub fn site(&self, app: App, host: Option<&str>) -> &str {
        let on_host = |origin: &&String| origin.split_once("://").is_some_and(|(_, own)| Some(own) == host);
        let origins = self.origins(app);
        origins.iter().find(on_host).or_else(|| origins.first()).map_or("", String::as_str)
    }

    pub fn url(&self, app: App) -> &str {
        match app {
            App::Customer => &self.base_url,
            App::Admin => &self.admin_url,
        }
    }
}

/// Scheme, host and port, in the form of an `Origin` header.
fn origin_of(text: &str) -> String {
    url::Url::parse(text)
        .map_or_else(|_| text.trim_end_matches('/').to_owned(), |url| url.origin().ascii_serialization())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &[(&str, &str)]) -> Settings {
        Settings::read(variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect())
    }

    #[test]
    fn inside_lambda_everything_but_development_and_test_is_production() {
        let inside = |env: &str| read(&[("AWS_LAMBDA_FUNCTION_NAME", "f"), ("APP_ENV", env)]).production;
        for env in ["", " ", "production", "prod", "Production", "staging", "Development", "tests"] {
            assert!(inside(env), "{env:?}");
        }
        assert!(read(&[("AWS_LAMBDA_FUNCTION_NAME", "f")]).production);
        assert!(!inside("development") && !inside("test") && !inside(" test "));
        assert!(read(&[("APP_ENV", "production")]).production);
        assert!(!read(&[]).production && !read(&[("APP_ENV", "staging")]).production);
    }

    #[test]
    fn heartbeats_are_named_by_job() {
        let settings = read(&[("HEARTBEAT_URL_DAILY_SALES_REPORT", "http://127.0.0.1/x")]);
        assert_eq!(settings.heartbeat_urls.get("daily-sales-report").map(String::as_str), Some("http://127.0.0.1/x"));
    }

    #[test]
    fn an_empty_variable_is_an_absent_one() {
        let settings = read(&[("INTERNAL_JOB_TOKEN", " "), ("LEAD_DEFAULT_SOURCE", "")]);
        assert!(!settings.internal_job_token.is_configured());
        assert_eq!(settings.lead_default_source, "meta_ad");
    }

    #[test]
    fn debug_output_hides_secrets() {
        assert_eq!(format!("{:?}", Secret::given("hush")), "Secret(set)");
    }
}
