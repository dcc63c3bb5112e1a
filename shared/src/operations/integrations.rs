//! The services around ours: which are configured, when each last worked, and trying one out. Never a secret.

use std::convert::Infallible;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::Operations;
use crate::act::Act;
use crate::auth::User;
use crate::failure::{Failure, Setback};
use crate::id::{JobRunId, UserId};
use crate::jobs::{JobError, Task};
use crate::notifications::{Sent, WayState};
use crate::outbound::{
    Beat, Channel, ChatMessage, Delivery, Email, JobOutcome, NotificationType, Push, RealtimeMessage, SendError,
};
use crate::outbox::Message;
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

impl Integration {
    fn untried(name: IntegrationKey) -> Self {
        Self { name, last_success_at: None, last_error: None, last_error_at: None }
    }

    fn after(self, outcome: &Result<Tried, SendError>, at: Instant) -> Self {
        match outcome {
            Ok(Tried::Worked) => Self { last_success_at: Some(at), last_error: None, ..self },
            Ok(Tried::OnItsWay | Tried::Nothing(_)) => self,
            Err(error) => Self { last_error: Some(error.to_string()), last_error_at: Some(at), ..self },
        }
    }
}

/// What trying an integration out came to.
enum Tried {
    Worked,
    /// It goes through the queue, and is noted where it arrives.
    OnItsWay,
    /// Nothing is configured; or it is, and this is why there was nothing to try.
    Nothing(Option<&'static str>),
}

impl From<Delivery> for Tried {
    fn from(delivery: Delivery) -> Self {
        if delivery.delivered() { Self::Worked } else { Self::Nothing(None) }
    }
}

/// A test on its way through the queue.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Test {
    integration: IntegrationKey,
    user_id: UserId,
    asked_at: Instant,
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

const TITLE: &str = "A test from Parlour";
const WORDS: &str = "This is a test of Parlour's integrations.";

/// The monitor that tests may tell: a beat for any other job would say that this job had run.
const TEST_MONITOR: &str = "integration-test";

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

    /// Tries it out for whoever asked, and notes how it went.
    pub async fn test(&self, act: &Act, user: &User, key: &str) -> Result<IntegrationAnswer, TestError> {
        let key: IntegrationKey = key.parse().map_err(|_| TestError::Unknown)?;
        let outcome = match self.try_out(user, key).await {
            Err(TestError::Upstream(error)) => Err(error),
            tried => Ok(tried?),
        };
        let test = Test { integration: key, user_id: user.id.clone(), asked_at: act.at };
        let noted = self.0.retry_on_conflict(|| self.note(act, &test, &outcome)).await.map_err(Setback::from)?;
        let tried = outcome.map_err(TestError::Upstream)?;
        let (sent, failed) = tokio::try_join!(self.recent("sent"), self.recent("failed"))?;
        let mut integration = self.view(key, Some(&noted), &sent, &failed);
        if let Tried::Nothing(Some(reason)) = tried {
            integration.last_error = Some(format!("not tried: {reason}"));
        }
        Ok(IntegrationAnswer { integration })
    }

    /// How it went, and what is tried through the queue on its way.
    async fn note(
        &self,
        act: &Act,
        test: &Test,
        outcome: &Result<Tried, SendError>,
    ) -> Result<Integration, Failure<Infallible>> {
        let key = test.integration;
        let read = self.0.table.get::<Integration>(&keys::integration(key.as_str())).await?;
        let known = read.as_ref().map_or_else(|| Integration::untried(key), |read| read.record.clone());
        let noted = known.after(outcome, act.at);
        let mut transaction = self.0.transaction(act);
        transaction.save(read.as_ref(), &noted);
        if matches!(outcome, Ok(Tried::OnItsWay)) {
            transaction.enqueue(Message::new(Task::IntegrationTest, json!(test), act.at));
        }
        let ok = matches!(outcome, Ok(Tried::Worked));
        transaction.audit("integration.test", Integration::KIND, key.as_str(), json!({ "ok": ok }));
        transaction.commit().await?;
        Ok(noted)
    }

    /// The far end of the queue: what arrives here has shown that the queue works, or is tried from here. Once per test.
    pub(crate) async fn arrived(&self, message: &Message) -> Result<Value, JobError> {
        let salon = self.0;
        let test: Test = serde_json::from_value(message.payload.clone()).map_err(|_| JobError::Unreadable)?;
        let known = salon.table.get::<Integration>(&keys::integration(test.integration.as_str())).await?;
        let noted = known.and_then(|known| known.last_success_at.max(known.last_error_at));
        if noted >= Some(test.asked_at) {
            return Ok(json!({ "success": true }));
        }
        let outcome = match test.integration {
            IntegrationKey::Push => self.push_to(&test.user_id).await?,
            _ => Ok(Tried::Worked),
        };
        let act = Act::of_job(message.task.as_str(), salon.random.id::<JobRunId>().as_str(), salon.clock.now());
        salon.retry_on_conflict(|| self.note(&act, &test, &outcome)).await.map_err(Setback::from)?;
        Ok(json!({ "success": true }))
    }

    async fn push_to(&self, user: &UserId) -> Result<Result<Tried, SendError>, TableError> {
        let push = Push {
            kind: NotificationType::IntegrationTest,
            user_id: user.clone(),
            title: TITLE.to_owned(),
            body: WORDS.to_owned(),
            booking_id: None,
        };
        let notifications = self.0.notifications();
        let Some(recipient) = notifications.recipient(user).await? else { return Ok(Ok(Tried::Nothing(None))) };
        Ok(match notifications.push_to(&recipient, &push).await {
            Ok(WayState::Sent) => Ok(Tried::Worked),
            Ok(WayState::Nowhere) => Ok(Tried::Nothing(None)),
            Ok(WayState::Open | WayState::Retry | WayState::Failed) => {
                Err(SendError::Unreachable("no browser took it".to_owned()))
            }
            Err(error) => Err(error),
        })
    }

    async fn try_out(&self, user: &User, key: IntegrationKey) -> Result<Tried, TestError> {
        let (salon, outbound, kind) = (self.0, &self.0.outbound, NotificationType::IntegrationTest);
        Ok(match key {
            IntegrationKey::Email => {
                let email = Email {
                    kind,
                    to: user.email.clone(),
                    subject: TITLE.to_owned(),
                    text: WORDS.to_owned(),
                    html: format!("<p>{WORDS}</p>"),
                    attachments: Vec::new(),
                };
                outbound.email(&email).await.map_err(TestError::Upstream)?.into()
            }
            // Only the queue's function can push.
            IntegrationKey::Push if salon.settings.vapid_private_key.is_configured() => {
                let recipient = salon.notifications().recipient(&user.id).await?;
                if recipient.is_some_and(|recipient| !recipient.subscriptions.is_empty()) {
                    Tried::OnItsWay
                } else {
                    Tried::Nothing(Some("none of your browsers has asked for pushes"))
                }
            }
            IntegrationKey::Realtime => {
                let message = RealtimeMessage {
                    id: salon.random.id::<crate::id::MessageId>().to_string(),
                    channel: "admin:integrations".to_owned(),
                    name: kind.to_string(),
                    data: json!({}),
                };
                outbound.publish(&message).await.map_err(TestError::Upstream)?.into()
            }
            IntegrationKey::Chat => {
                let message = ChatMessage { kind, text: WORDS.to_owned() };
                outbound.chat(&message).await.map_err(TestError::Upstream)?.into()
            }
            IntegrationKey::Heartbeat
                if outbound.heartbeat.configured() && !outbound.heartbeat.watches(TEST_MONITOR) =>
            {
                Tried::Nothing(Some("tests have no monitor of their own (HEARTBEAT_URL_INTEGRATION_TEST)"))
            }
            IntegrationKey::Heartbeat => match outbound.heartbeat(TEST_MONITOR, JobOutcome::Succeeded).await {
                Beat::Told(delivery) => delivery.into(),
                Beat::Missed => return Err(TestError::Upstream(SendError::Unreachable("the monitor".to_owned()))),
            },
            IntegrationKey::Invoicing => {
                let answered = outbound.invoicing.ping().await.map_err(TestError::Upstream)?;
                if answered { Tried::Worked } else { Tried::Nothing(None) }
            }
            IntegrationKey::Queue if salon.settings.jobs_queue_url.is_some() => Tried::OnItsWay,
            IntegrationKey::Push | IntegrationKey::Queue => Tried::Nothing(None),
        })
    }
}
