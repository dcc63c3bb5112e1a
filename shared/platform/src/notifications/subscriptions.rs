//! Browsers that asked for pushes: one per endpoint, bound to whoever subscribed last.

use std::convert::Infallible;

use serde::{Deserialize, Serialize};
use serde_dynamo::AttributeValue;
use serde_json::json;
use sha2::{Digest as _, Sha256};

use super::Notifications;
use super::request::{SubscribeRequest, UnsubscribeRequest};
use parlour_people::auth::Caller;
use parlour_senders::{PushEndpoint, PushHosts, PushSubscription};
use parlour_storage::events::{EventType, is_unchanged};
use parlour_storage::failure::{Failure, Refused, Setback};
use parlour_storage::salon::Salon;
use parlour_storage::table::{Condition, Key, Partition, Record, Stored, TableError, keys};
use parlour_values::done::Done;
use parlour_values::id::UserId;
use parlour_values::time::Instant;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Subscription {
    /// An endpoint can be longer than a key: its hash stands for it.
    pub hash: String,
    pub endpoint: String,
    pub p256dh: String,
    pub auth: String,
    pub user_id: UserId,
    pub is_active: bool,
    pub created_at: Instant,
    pub updated_at: Instant,
}

impl Record for Subscription {
    const KIND: &'static str = "push";

    fn key(&self) -> Key {
        keys::push(&self.hash)
    }

    /// For sending to a person it is read from their partition.
    fn copies(&self) -> Vec<Key> {
        vec![keys::user_push(&self.user_id, &self.hash)]
    }
}

impl Subscription {
    /// As the sender takes it; None where the list of push services has changed since.
    pub(super) fn address(&self, hosts: &PushHosts) -> Option<PushSubscription> {
        Some(PushSubscription {
            endpoint: PushEndpoint::parse(&self.endpoint, hosts).ok()?,
            p256dh: self.p256dh.parse().ok()?,
            auth: self.auth.parse().ok()?,
        })
    }
}

fn hash_of(endpoint: &str) -> String {
    hex::encode(Sha256::digest(endpoint.as_bytes()))
}

pub(super) fn push_hosts(salon: &Salon) -> PushHosts {
    let hosts = salon.settings.push_hosts.as_deref().map(PushHosts::parse).unwrap_or_default();
    hosts.with_stand_ins(&salon.settings.push_stand_ins)
}

/// The most subscriptions of one user.
const MOST: usize = 10;
/// The most that are removed in one transaction, which has two deletes for each.
const MOST_REMOVED: usize = 40;

/// The active subscriptions that are pushed to, the latest first. Browsers that subscribe at the same moment can exceed the
/// limit until the next one subscribes; the oldest are then not pushed to.
pub(super) fn pushed_to(mut subscriptions: Vec<Stored<Subscription>>) -> Vec<Stored<Subscription>> {
    subscriptions.retain(|subscription| subscription.is_active);
    subscriptions.sort_by(|a, b| b.updated_at.cmp(&a.updated_at).then_with(|| a.hash.cmp(&b.hash)));
    subscriptions.truncate(MOST);
    subscriptions
}

/// The subscriptions that are removed so that one more fits: inactive ones first, then the oldest.
fn surplus(mut others: Vec<Stored<Subscription>>) -> Vec<Stored<Subscription>> {
    others.sort_by(|a, b| (b.is_active, b.updated_at).cmp(&(a.is_active, a.updated_at)).then(a.hash.cmp(&b.hash)));
    let mut surplus = others.split_off(others.len().min(MOST - 1));
    surplus.truncate(MOST_REMOVED);
    surplus
}

/// A fault of a subscription beyond the shape of its fields.
#[derive(Debug, thiserror::Error)]
#[error("the endpoint is not that of a push service: {0}")]
pub struct EndpointRefused(pub String);

impl Refused for EndpointRefused {}

impl Notifications<'_> {
    /// Binds the browser to the caller, whoever had it before.
    pub async fn subscribe(
        &self,
        caller: &Caller,
        request: &SubscribeRequest,
    ) -> Result<Done, Failure<EndpointRefused>> {
        let subscription = self.judged(caller, request)?;
        self.0.retry_on_conflict(|| self.bind(caller, &subscription)).await
    }

    fn judged(&self, caller: &Caller, request: &SubscribeRequest) -> Result<Subscription, EndpointRefused> {
        if let Err(problem) = PushEndpoint::parse(&request.endpoint, &push_hosts(self.0)) {
            return Err(EndpointRefused(problem.to_string()));
        }
        Ok(Subscription {
            hash: hash_of(&request.endpoint),
            endpoint: request.endpoint.to_string(),
            p256dh: request.keys.p256dh.as_str().to_owned(),
            auth: request.keys.auth.as_str().to_owned(),
            user_id: caller.user.id.clone(),
            is_active: true,
            created_at: caller.act.at,
            updated_at: caller.act.at,
        })
    }

    async fn bind(&self, caller: &Caller, subscription: &Subscription) -> Result<Done, Failure<EndpointRefused>> {
        let (known, own) =
            tokio::try_join!(self.subscription(&subscription.hash), self.subscriptions_of(&caller.user.id))?;
        let created_at = known.as_ref().map_or(subscription.created_at, |known| known.created_at);
        let subscription = Subscription { created_at, ..subscription.clone() };
        let is_known = known.as_ref().is_some_and(|known| is_unchanged(&known.record, &subscription));
        let mut transaction = self.0.transaction(&caller.act);
        // A former owner's copy goes with it.
        transaction.save(known.as_ref(), &subscription);
        let others = own.into_iter().filter(|other| other.hash != subscription.hash).collect();
        for surplus in surplus(others) {
            // A browser that another user has subscribed meanwhile is left alone: the write is lost and retried.
            let still_own = Condition::Equals("user_id", AttributeValue::S(surplus.user_id.to_string()));
            transaction.delete(Subscription::KIND, surplus.key(), still_own);
            transaction.delete(Subscription::KIND, keys::user_push(&surplus.user_id, &surplus.hash), Condition::Any);
        }
        // A browser that was subscribed is the latest again, which is told to nobody.
        if !is_known {
            transaction.audit(
                EventType::PushSubscribed,
                Subscription::KIND,
                subscription.hash.as_str(),
                json!({ "isActive": true }),
            );
        }
        transaction.keep_response(&Done::OK);
        transaction.commit().await?;
        Ok(Done::OK)
    }

    /// Stops the caller's browser; another one's, or one that is not known, is none of theirs.
    pub async fn unsubscribe(
        &self,
        caller: &Caller,
        request: &UnsubscribeRequest,
    ) -> Result<Done, Failure<Infallible>> {
        let hash = hash_of(&request.endpoint);
        self.0.retry_on_conflict(|| self.stop(caller, &hash)).await
    }

    async fn stop(&self, caller: &Caller, hash: &str) -> Result<Done, Failure<Infallible>> {
        let known = self.subscription(hash).await?;
        if let Some(known) = known.filter(|known| known.user_id == caller.user.id && known.is_active) {
            let stopped = Subscription { is_active: false, updated_at: caller.act.at, ..known.record.clone() };
            let mut transaction = self.0.transaction(&caller.act);
            transaction.replace(&known, &stopped);
            transaction.audit(EventType::PushUnsubscribed, Subscription::KIND, hash, json!({ "isActive": false }));
            transaction.commit().await?;
        }
        Ok(Done::OK)
    }

    /// The push service says that the browser is gone.
    pub(super) async fn deactivate(&self, gone: &Subscription) -> Result<(), Setback> {
        if let Some(known) = self.subscription(&gone.hash).await?.filter(|known| known.is_active) {
            let mut write = parlour_storage::table::AtomicWrite::new(&self.0.random);
            write.changes.replace(&known, &Subscription { is_active: false, ..known.record.clone() });
            // A browser that subscribes again at this moment is right; whoever loses has nothing left to do.
            let _ = write.commit(&self.0.table).await;
        }
        Ok(())
    }

    /// All of a user's subscriptions, inactive ones included.
    async fn subscriptions_of(&self, user: &UserId) -> Result<Vec<Stored<Subscription>>, TableError> {
        self.0.table.query(Partition::of(keys::user_partition(user)).starting(keys::PUSH_PREFIX)).await
    }

    async fn subscription(&self, hash: &str) -> Result<Option<Stored<Subscription>>, TableError> {
        self.0.table.get(&keys::push(hash)).await
    }
}
