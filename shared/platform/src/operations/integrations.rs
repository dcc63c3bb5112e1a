//! The services around ours: which are configured, when each last worked, and testing one. Never shows a secret.

use std::convert::Infallible;

use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::Operations;
use crate::notifications::{ChannelState, DeliveryLog, Notifications};
use parlour_people::auth::User;
use parlour_senders::{
    Beat, Channel, ChatMessage, Delivery, Email, JobOutcome, NotificationType, Push, RealtimeMessage, SendError,
};
use parlour_setup::branding::BrandingStore;
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::{Failure, Refused, Setback};
use parlour_storage::outbox::{IntegrationKey, IntegrationTest, OutboxMessage, Task};
use parlour_storage::table::{Key, Partition, Record, TableError, keys};
use parlour_values::id::UserId;
use parlour_values::time::Instant;

/// The result of the last tests of an integration.
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

    fn after(self, result: &Result<TestResult, SendError>, at: Instant) -> Self {
        match result {
            Ok(TestResult::Worked) => Self { last_success_at: Some(at), last_error: None, ..self },
            Ok(TestResult::Queued | TestResult::NotTested(_)) => self,
            Err(error) => Self { last_error: Some(error.to_string()), last_error_at: Some(at), ..self },
        }
    }
}

/// The result of one test that did not fail.
enum TestResult {
    Worked,
    /// The test goes through the queue; its result is recorded where it arrives.
    Queued,
    /// Nothing is configured; or it is, and this is why nothing could be tested.
    NotTested(Option<&'static str>),
}

impl From<Delivery> for TestResult {
    fn from(delivery: Delivery) -> Self {
        if delivery.delivered() { Self::Worked } else { Self::NotTested(None) }
    }
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
}

impl Refused for TestError {}

const WORDS: &str = "This is a test of what we send: nothing needs to be done.";

fn title(salon: &str) -> String {
    format!("A test from {salon}")
}

/// The monitor that a test pings: pinging a job's monitor would claim that the job had run.
const TEST_MONITOR: &str = "integration-test";

/// How many recent deliveries are searched for the last success and failure of a channel.
const RECENT: usize = 50;

impl Operations<'_> {
    pub async fn integrations(&self) -> Result<IntegrationList, TableError> {
        let mut found =
            self.0.table.get_many(IntegrationKey::ALL.iter().map(|key| keys::integration(key.as_str()))).await?;
        let (sent, failed) = tokio::try_join!(self.recent("sent"), self.recent("failed"))?;
        let mut integrations = Vec::new();
        for key in IntegrationKey::ALL {
            let tested = found.take::<Integration>(&keys::integration(key.as_str()))?.map(|tested| tested.record);
            integrations.push(self.view(*key, tested.as_ref(), &sent, &failed));
        }
        Ok(IntegrationList { integrations })
    }

    fn view(
        &self,
        key: IntegrationKey,
        tested: Option<&Integration>,
        sent: &[DeliveryLog],
        failed: &[DeliveryLog],
    ) -> IntegrationView {
        let state = |log: &DeliveryLog| match key {
            // It may have been carried by a channel to phones, or have failed there.
            IntegrationKey::Email => log.email.filter(|_| log.is_by_mail()),
            IntegrationKey::Push => log.push,
            _ => None,
        };
        let all = || sent.iter().chain(failed);
        let sent_at = all().filter(|log| state(log) == Some(ChannelState::Sent)).filter_map(|log| log.sent_at).max();
        let error = all()
            .filter(|log| matches!(state(log), Some(ChannelState::Failed | ChannelState::Retry)))
            .max_by_key(|log| log.created_at)
            .and_then(|log| log.error.clone());
        IntegrationView {
            key,
            configured: self.configured(key),
            last_success_at: sent_at.max(tested.and_then(|tested| tested.last_success_at)),
            last_error: error.or_else(|| tested.and_then(|tested| tested.last_error.clone())),
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

    async fn recent(&self, status: &str) -> Result<Vec<DeliveryLog>, TableError> {
        let month = self.0.clock.today().calendar_month();
        let log = Partition::g1(keys::sent_log_of(status, month)).newest_first().at_most(RECENT);
        Ok(self.0.table.query::<DeliveryLog>(log).await?.into_iter().map(|log| log.record).collect())
    }

    /// Tests it for whoever asked, and records the result.
    pub async fn test(&self, act: &Act, user: &User, key: &str) -> Result<IntegrationAnswer, Failure<TestError>> {
        let key: IntegrationKey = key.parse().map_err(|_| TestError::Unknown)?;
        let result = match self.try_out(user, key).await {
            Err(Failure::Refused(TestError::Upstream(error))) => Err(error),
            tested => Ok(tested?),
        };
        let test = IntegrationTest { integration: key, user_id: user.id.clone(), asked_at: act.at };
        let recorded = self.0.retry_on_conflict(|| self.record(act, &test, &result)).await.map_err(Setback::from)?;
        let result = result.map_err(TestError::Upstream)?;
        let (sent, failed) = tokio::try_join!(self.recent("sent"), self.recent("failed"))?;
        let mut integration = self.view(key, Some(&recorded), &sent, &failed);
        if let TestResult::NotTested(Some(reason)) = result {
            integration.last_error = Some(format!("not tried: {reason}"));
        }
        Ok(IntegrationAnswer { integration })
    }

    /// Records the result, and enqueues a test that goes through the queue.
    async fn record(
        &self,
        act: &Act,
        test: &IntegrationTest,
        result: &Result<TestResult, SendError>,
    ) -> Result<Integration, Failure<Infallible>> {
        let key = test.integration;
        let read = self.0.table.get::<Integration>(&keys::integration(key.as_str())).await?;
        let known = read.as_ref().map_or_else(|| Integration::untried(key), |read| read.record.clone());
        let integration = known.after(result, act.at);
        let mut transaction = self.0.transaction(act);
        transaction.save(read.as_ref(), &integration);
        if matches!(result, Ok(TestResult::Queued)) {
            transaction.enqueue(OutboxMessage::new(Task::IntegrationTest(test.clone()), act.at));
        }
        let ok = matches!(result, Ok(TestResult::Worked));
        transaction.audit(EventType::IntegrationTested, Integration::KIND, key.as_str(), json!({ "ok": ok }));
        transaction.commit().await?;
        Ok(integration)
    }

    /// A test that has come through the queue: its arrival shows that the queue works; a push is tested from here. A
    /// message that is delivered again does nothing.
    pub(crate) async fn finish_test(&self, act: &Act, test: &IntegrationTest) -> Result<(), Setback> {
        let salon = self.0;
        let known = salon.table.get::<Integration>(&keys::integration(test.integration.as_str())).await?;
        let finished_at = known.and_then(|known| known.last_success_at.max(known.last_error_at));
        if finished_at >= Some(test.asked_at) {
            return Ok(());
        }
        let result = match test.integration {
            IntegrationKey::Push => self.test_push(&test.user_id).await?,
            _ => Ok(TestResult::Worked),
        };
        salon.retry_on_conflict(|| self.record(act, test, &result)).await.map_err(Setback::from)?;
        Ok(())
    }

    async fn test_push(&self, user: &UserId) -> Result<Result<TestResult, SendError>, TableError> {
        let salon = BrandingStore::of(self.0).read().await?.name;
        let push = Push {
            kind: NotificationType::IntegrationTest,
            user_id: user.clone(),
            title: title(&salon),
            body: WORDS.to_owned(),
            booking_id: None,
        };
        let notifications = Notifications::of(self.0);
        let Some(recipient) = notifications.recipient(user).await? else {
            return Ok(Ok(TestResult::NotTested(None)));
        };
        Ok(match notifications.push_to(&recipient, &push).await {
            Ok(ChannelState::Sent) => Ok(TestResult::Worked),
            Ok(ChannelState::Nowhere) => Ok(TestResult::NotTested(None)),
            Ok(ChannelState::Open | ChannelState::Retry | ChannelState::Failed) => {
                Err(SendError::Unreachable("no browser took it".to_owned()))
            }
            Err(error) => Err(error),
        })
    }

    async fn try_out(&self, user: &User, key: IntegrationKey) -> Result<TestResult, Failure<TestError>> {
        let (salon, outbound, kind) = (self.0, &self.0.outbound, NotificationType::IntegrationTest);
        Ok(match key {
            IntegrationKey::Email => {
                let Some(to) = user.mail_address() else {
                    return Ok(TestResult::NotTested(Some("your own address is not verified")));
                };
                let name = BrandingStore::of(salon).read().await?.name;
                let email = Email {
                    kind,
                    subject: title(&name),
                    from_name: Some(name),
                    to: to.to_owned(),
                    text: WORDS.to_owned(),
                    html: format!("<p>{WORDS}</p>"),
                    attachments: Vec::new(),
                    unsubscribe: None,
                };
                outbound.email(&email).await.map_err(TestError::Upstream)?.into()
            }
            // Only the jobs function can push.
            IntegrationKey::Push if salon.settings.vapid_private_key.is_configured() => {
                let recipient = Notifications::of(salon).recipient(&user.id).await?;
                if recipient.is_some_and(|recipient| !recipient.subscriptions.is_empty()) {
                    TestResult::Queued
                } else {
                    TestResult::NotTested(Some("none of your browsers has asked for pushes"))
                }
            }
            IntegrationKey::Realtime => {
                let message = RealtimeMessage {
                    id: salon.random.id::<parlour_values::id::MessageId>().to_string(),
                    channel: "admin:integrations".to_owned(),
                    name: kind.to_string(),
                    data: json!({}),
                };
                outbound.publish(&message).await.map_err(TestError::Upstream)?.into()
            }
            IntegrationKey::Chat => {
                let name = BrandingStore::of(salon).read().await?.name;
                let message = ChatMessage { kind, text: WORDS.to_owned() }.signed(&name);
                outbound.chat(&message).await.map_err(TestError::Upstream)?.into()
            }
            IntegrationKey::Heartbeat
                if outbound.heartbeat.configured() && !outbound.heartbeat.watches(TEST_MONITOR) =>
            {
                TestResult::NotTested(Some("tests have no monitor of their own (HEARTBEAT_URL_INTEGRATION_TEST)"))
            }
            IntegrationKey::Heartbeat => match outbound.heartbeat(TEST_MONITOR, JobOutcome::Succeeded).await {
                Beat::Told(delivery) => delivery.into(),
                Beat::Missed => {
                    return Err(TestError::Upstream(SendError::Unreachable("the monitor".to_owned())).into());
                }
            },
            IntegrationKey::Invoicing => {
                let answered = outbound.ping_invoicing().await.map_err(TestError::Upstream)?;
                if answered { TestResult::Worked } else { TestResult::NotTested(None) }
            }
            IntegrationKey::Queue if salon.settings.jobs_queue_url.is_some() => TestResult::Queued,
            IntegrationKey::Push | IntegrationKey::Queue => TestResult::NotTested(None),
        })
    }
}
