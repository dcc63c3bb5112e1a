//! The services around ours: which are configured, when each last worked, and trying one out. Never a secret.

use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::Operations;
use crate::acts::{Act, Setback};
use crate::auth::User;
use crate::notifications::{Sent, WayState};
use crate::outbound::{
    Beat, Channel, ChatMessage, Email, JobOutcome, NotificationType, Push, RealtimeMessage, SendError,
};
use crate::table::{Key, Partition, Record, TableError, keys};
use crate::text_enum::text_enum;
use crate::time::Instant;

text_enum! {
    pub enum IntegrationKey {
        Email => "email",
        Push => "push",
        Realtime => "realtime",
        Chat => "chat",
        Invoicing => "invoicing",
        Heartbeat => "heartbeat",
        Queue => "queue",
    }
}

/// What trying an integration out showed last.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Integration {
    pub name: IntegrationKey,
    pub last_success_at: Option<Instant>,
    pub last_error: Option<String>,
    pub last_error_at: Option<Instant>,
}

impl Record for Integration {
    const KIND: &'static str = "integration";

    fn key(&self) -> Key {
        keys::integration(self.name.as_str())
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IntegrationView {
    pub key: IntegrationKey,
    pub configured: bool,
    pub last_success_at: Option<Instant>,
    pub last_error: Option<String>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct IntegrationList {
    pub integrations: Vec<IntegrationView>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct IntegrationAnswer {
    pub integration: IntegrationView,
}

#[derive(Debug, thiserror::Error)]
pub enum TestError {
    #[error("no such integration")]
    Unknown,
    #[error("the service did not take the test: {0}")]
    Upstream(SendError),
    #[error(transparent)]
    Setback(#[from] Setback),
}

impl From<TableError> for TestError {
    fn from(error: TableError) -> Self {
        Self::Setback(error.into())
    }
}

/// How many recent messages are looked through for the last success and failure of a channel.
const RECENT: usize = 50;

impl Operations<'_> {
    pub async fn integrations(&self) -> Result<IntegrationList, TableError> {
        let mut found =
            self.0.table.get_many(IntegrationKey::ALL.iter().map(|key| keys::integration(key.as_str()))).await?;
        let (sent, failed) = tokio::try_join!(self.recent("sent"), self.recent("failed"))?;
        let mut integrations = Vec::new();
        for key in IntegrationKey::ALL {
            let tried = found.take::<Integration>(&keys::integration(key.as_str()))?.map(|tried| tried.record);
            integrations.push(self.view(*key, tried.as_ref(), &sent, &failed));
        }
        Ok(IntegrationList { integrations })
    }

    fn view(
        &self,
        key: IntegrationKey,
        tried: Option<&Integration>,
        sent: &[Sent],
        failed: &[Sent],
    ) -> IntegrationView {
        let way = |log: &Sent| match key {
            IntegrationKey::Email => log.email,
            IntegrationKey::Push => log.push,
            _ => None,
        };
        let all = || sent.iter().chain(failed);
        let worked = all().filter(|log| way(log) == Some(WayState::Sent)).filter_map(|log| log.sent_at).max();
        let broke = all()
            .filter(|log| matches!(way(log), Some(WayState::Failed | WayState::Retry)))
            .max_by_key(|log| log.created_at)
            .and_then(|log| log.error.clone());
        IntegrationView {
            key,
            configured: self.configured(key),
            last_success_at: worked.max(tried.and_then(|tried| tried.last_success_at)),
            last_error: broke.or_else(|| tried.and_then(|tried| tried.last_error.clone())),
        }
    }

    fn configured(&self, key: IntegrationKey) -> bool {
        let outbound = &self.0.outbound;
        match key {
            IntegrationKey::Email => outbound.configured(Channel::Email),
            IntegrationKey::Push => self.0.settings.vapid_private_key.is_configured(),
            IntegrationKey::Realtime => outbound.configured(Channel::Realtime),
            IntegrationKey::Chat => outbound.configured(Channel::Chat),
            IntegrationKey::Heartbeat => outbound.configured(Channel::Heartbeat),
            IntegrationKey::Invoicing => outbound.invoicing.configured(),
            IntegrationKey::Queue => self.0.settings.jobs_queue_url.is_some(),
        }
    }

    async fn recent(&self, status: &str) -> Result<Vec<Sent>, TableError> {
        let month = self.0.clock.today().calendar_month();
        let log = Partition::g1(keys::sent_log_of(status, month)).newest_first().at_most(RECENT);
        Ok(self.0.table.query::<Sent>(log).await?.into_iter().map(|log| log.record).collect())
    }

    /// Sends a test to whoever asked for it, and notes how it went.
    pub async fn test(&self, act: &Act, user: &User, key: &str) -> Result<IntegrationAnswer, TestError> {
        let key: IntegrationKey = key.parse().map_err(|_| TestError::Unknown)?;
        let outcome = self.try_out(user, key).await;
        let known = self.0.table.get::<Integration>(&keys::integration(key.as_str())).await?.map(|known| known.record);
        let known =
            known.unwrap_or(Integration { name: key, last_success_at: None, last_error: None, last_error_at: None });
        let noted = match &outcome {
            Ok(true) => Integration { last_success_at: Some(act.at), last_error: None, ..known },
            Ok(false) => known,
            Err(error) => Integration { last_error: Some(error.to_string()), last_error_at: Some(act.at), ..known },
        };
        let mut unit = self.0.write(act);
        unit.put(&noted);
        unit.audit("integration.test", Integration::KIND, key.as_str(), json!({ "ok": matches!(outcome, Ok(true)) }));
        unit.commit().await?;
        outcome.map_err(TestError::Upstream)?;
        let (sent, failed) = tokio::try_join!(self.recent("sent"), self.recent("failed"))?;
        Ok(IntegrationAnswer { integration: self.view(key, Some(&noted), &sent, &failed) })
    }

    /// Whether the test went out; false where nothing is configured.
    async fn try_out(&self, user: &User, key: IntegrationKey) -> Result<bool, SendError> {
        let (outbound, words) = (&self.0.outbound, "This is a test of Parlour's integrations.");
        let kind = NotificationType::IntegrationTest;
        match key {
            IntegrationKey::Email => {
                let email = Email {
                    kind,
                    to: user.email.clone(),
                    subject: "A test from Parlour".to_owned(),
                    text: words.to_owned(),
                    html: format!("<p>{words}</p>"),
                    attachments: Vec::new(),
                };
                Ok(outbound.email(&email).await?.delivered())
            }
            IntegrationKey::Push => {
                let push = Push {
                    kind,
                    user_id: user.id.clone(),
                    title: "A test from Parlour".to_owned(),
                    body: words.to_owned(),
                    booking_id: None,
                };
                Ok(outbound.push(&push, &[]).await?.delivery.is_some())
            }
            IntegrationKey::Realtime => {
                let message = RealtimeMessage {
                    id: self.0.random.id::<crate::id::MessageId>().to_string(),
                    channel: "admin:integrations".to_owned(),
                    name: kind.to_string(),
                    data: json!({}),
                };
                Ok(outbound.publish(&message).await?.delivered())
            }
            IntegrationKey::Chat => Ok(outbound.chat(&ChatMessage { kind, text: words.to_owned() }).await?.delivered()),
            IntegrationKey::Heartbeat => Ok(
                matches!(outbound.heartbeat("integration-test", JobOutcome::Succeeded).await, Beat::Told(told) if told.delivered()),
            ),
            IntegrationKey::Invoicing => Ok(outbound.invoicing.configured()),
            IntegrationKey::Queue => Ok(self.0.settings.jobs_queue_url.is_some()),
        }
    }
}
