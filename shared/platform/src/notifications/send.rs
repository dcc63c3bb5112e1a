//! Sending one notice once: the row in the recipient's feed, the push, the mail or the message to a phone, the realtime
//! message.

use std::time::Duration;

use futures::StreamExt as _;
use futures::future::BoxFuture;
use futures::stream::FuturesUnordered;
use serde_json::{Map, Value, json};

use super::claim::{Claim, SendLog as _, claim, record_outcome};
use super::notification::{Notification, NotificationChannel, NotificationStatus, UnreadMark};
use super::outgoing::log_key;
use super::phone::MessageOutcome;
use super::{
    ChannelState, Channels, DeliveryLog, NoticeOutcome, Notifications, NotifyError, OutgoingNotice, SkipReason,
};
use parlour_booking::links::Links;
use parlour_senders::templates::{Brand, OwnLinks, Texts};
use parlour_senders::{NotificationType, Push, RealtimeMessage, SendError};
use parlour_setup::branding::BrandingStore;
use parlour_storage::outbox::{OutboxMessage, QueueEntry};
use parlour_storage::table::{Changes, Condition, Record as _, Stored, TableError, Update, keys};
use parlour_values::id::{MessageId, UserId};
use parlour_values::role::Role;
use parlour_values::time::Instant;

/// Channels that finish within this time of each other are recorded in one write; a slower one gets its own.
const RECORDED_TOGETHER: Duration = Duration::from_secs(1);

/// A send in progress.
type SendInProgress<'a> = BoxFuture<'a, Finished>;

/// The outcome of one: the push, or the message by mail or to a phone.
enum Finished {
    Push(Result<ChannelState, SendError>),
    Message(MessageOutcome),
}

impl Notifications<'_> {
    /// Whether this has been sent already, over all its channels.
    pub async fn was_sent(&self, user: &UserId, kind: NotificationType, occasion: &str) -> Result<bool, TableError> {
        let log = self.0.table.get::<DeliveryLog>(&keys::sent(&log_key(user, kind, occasion))).await?;
        Ok(log.is_some_and(|log| log.is_done()))
    }

    pub async fn send(&self, notice: OutgoingNotice) -> Result<NoticeOutcome, NotifyError> {
        let brand = self.brand_of(&notice).await?;
        let end = match notice.channels.emails() && notice.notice.kind().is_marketing() {
            true => self.unsubscribe_links(notice.recipient.id()).await?,
            false => None,
        };
        let own = OwnLinks { unsubscribe: end, open: self.own_link(&notice).await? };
        let texts = notice.notice.texts_for(notice.recipient.language(), &brand, own);
        let begin = |claimed_until: Instant, changes: &mut Changes| self.begin(&notice, &texts, claimed_until, changes);
        match claim(self.0, &keys::sent(&notice.log_key()), begin).await? {
            Some(claim) => self.send_claimed(&notice, &texts, claim).await,
            None => Ok(NoticeOutcome::Skipped(SkipReason::AlreadySent)),
        }
    }

    /// The link under which the recipient sees to what it speaks of without a sign-in; a suspended one's would open nothing.
    pub(super) async fn own_link(&self, notice: &OutgoingNotice) -> Result<Option<String>, SendError> {
        let is_of_use = notice.channels.emails() && notice.recipient.user.is_active;
        let Some(link) = notice.link.as_ref().filter(|_| is_of_use) else { return Ok(None) };
        Ok(Links::of(self.0).address(link, notice.recipient.profile.as_ref()).await?)
    }

    /// A notice that only goes to the feed shows no branding, so none is read for it.
    async fn brand_of(&self, notice: &OutgoingNotice) -> Result<Brand, TableError> {
        match &notice.brand {
            Some(brand) => Ok(brand.clone()),
            None if notice.channels == Channels::InApp => Ok(Brand::default()),
            None => BrandingStore::of(self.0).brand(notice.branch_id.as_ref()).await,
        }
    }

    /// The log of a first delivery. The row in the feed is written with the outcome; where there is nothing to send, at
    /// once.
    fn begin(
        &self,
        notice: &OutgoingNotice,
        texts: &Texts,
        claimed_until: Instant,
        changes: &mut Changes,
    ) -> DeliveryLog {
        let salon = self.0;
        let now = salon.clock.now();
        let (push, email) = DeliveryLog::open(notice.channels);
        let log = DeliveryLog {
            key: notice.log_key(),
            user_id: notice.recipient.id().clone(),
            kind: texts.kind,
            booking_id: notice.booking_id.clone(),
            notification_id: salon.random.id(),
            push,
            email,
            message_by: None,
            tried: Vec::new(),
            again: None,
            in_feed: notice.channels == Channels::InApp,
            claimed_by: salon.random.id(),
            claimed_until,
            error: None,
            sent_at: None,
            created_at: now,
        };
        if log.in_feed {
            add_to_feed(changes, notice, texts, &log, NotificationStatus::Pending);
        }
        log
    }

    /// Sends over every channel that is still open, and records the outcome of each as soon as it is known.
    async fn send_claimed(
        &self,
        notice: &OutgoingNotice,
        texts: &Texts,
        claim: Claim<DeliveryLog>,
    ) -> Result<NoticeOutcome, NotifyError> {
        let Claim { log: mut recorded, first } = claim;
        let mut in_progress = FuturesUnordered::<SendInProgress<'_>>::new();
        if recorded.push == Some(ChannelState::Open) {
            in_progress.push(Box::pin(async { Finished::Push(self.push(notice, texts).await) }));
        }
        if recorded.email == Some(ChannelState::Open) {
            let (before, id) = (recorded.tried.clone(), recorded.notification_id.clone());
            in_progress
                .push(Box::pin(async move { Finished::Message(self.message(notice, texts, &before, &id).await) }));
        }
        let mut log = DeliveryLog { error: None, ..recorded.record.clone() };
        // The first failure that is worth another try.
        let mut retry = None;
        let mut sent_unrecorded = false;
        loop {
            // A send is recorded at once, or together with the other channel if that finishes soon after.
            let finished = if sent_unrecorded {
                tokio::time::timeout(RECORDED_TOGETHER, in_progress.next()).await
            } else {
                Ok(in_progress.next().await)
            };
            let Ok(finished) = finished else {
                recorded = self.record(notice, texts, &recorded, log.clone()).await?;
                sent_unrecorded = false;
                continue;
            };
            let Some(finished) = finished else { break };
            let (is_push, result) = match finished {
                Finished::Push(result) => (true, result),
                Finished::Message(MessageOutcome { state, by, tried }) => {
                    log.tried.extend(tried);
                    log.message_by = by.or(log.message_by);
                    (false, state)
                }
            };
            let state = match result {
                Ok(state) => state,
                Err(failure) => {
                    log.error = Some(failure.to_string());
                    if failure.is_final() {
                        ChannelState::Failed
                    } else {
                        retry.get_or_insert(failure);
                        ChannelState::Retry
                    }
                }
            };
            sent_unrecorded |= state == ChannelState::Sent;
            if is_push {
                log.push = Some(state);
            } else {
                log.email = Some(state);
            }
        }
        let went_out = notice.channels == Channels::InApp || log.any(ChannelState::Sent);
        if (log.push, log.email) != (recorded.push, recorded.email) {
            recorded = self.record(notice, texts, &recorded, log).await?;
        }
        if first {
            self.publish(notice, &recorded).await;
        }
        match retry {
            // The queue delivers the message again.
            Some(failure) => Err(failure.into()),
            None => Ok(if went_out { NoticeOutcome::Sent } else { NoticeOutcome::FeedOnly }),
        }
    }

    async fn push(&self, notice: &OutgoingNotice, texts: &Texts) -> Result<ChannelState, SendError> {
        let push = Push {
            kind: texts.kind,
            user_id: notice.recipient.id().clone(),
            title: format!("{}: {}", texts.sender, texts.title),
            body: texts.body.clone(),
            booking_id: notice.booking_id.clone(),
        };
        self.push_to(&notice.recipient, &push).await
    }

    pub(super) async fn email(&self, notice: &OutgoingNotice, texts: &Texts) -> Result<ChannelState, SendError> {
        let Some(address) = notice.recipient.address() else {
            return match notice.recipient.user.mail_refusal() {
                Some(refused) => Err(SendError::Invalid(refused.reason.told())),
                None => Ok(ChannelState::Nowhere),
            };
        };
        let email = texts.clone().email_to(address, notice.attachments.clone());
        let delivery = self.0.outbound.email(&email).await?;
        Ok(if delivery.delivered() { ChannelState::Sent } else { ChannelState::Nowhere })
    }

    /// Tells open pages that something changed, so that they read it again. A lost message does no harm: pages poll too.
    async fn publish(&self, notice: &OutgoingNotice, log: &DeliveryLog) {
        let Some((topic, ids)) = &notice.realtime else { return };
        // Staff are told once of what happened to a customer, through the customer's notice and not through their own.
        if notice.recipient.user.role != Role::Customer {
            return;
        }
        let user = notice.recipient.id();
        let mut data = ids.as_object().cloned().unwrap_or_else(Map::new);
        data.insert("notificationId".to_owned(), json!(log.notification_id));
        let to_customer = (format!("customer:{user}:{topic}"), Value::Object(data));
        let to_staff = (format!("admin:{topic}"), ids.clone());
        for (channel, data) in [to_customer, to_staff] {
            let id = format!("{}-{}", log.notification_id, channel.split(':').next().unwrap_or_default());
            let message = RealtimeMessage { id, channel, name: log.kind.to_string(), data };
            if let Err(error) = self.0.outbound.publish(&message).await {
                tracing::warn!(%error, "a realtime message did not go out");
            }
        }
    }

    /// Records the outcome so far in the log and on the row in the feed; returns the log as it is then.
    async fn record(
        &self,
        notice: &OutgoingNotice,
        texts: &Texts,
        read: &Stored<DeliveryLog>,
        log: DeliveryLog,
    ) -> Result<Stored<DeliveryLog>, NotifyError> {
        let now = self.0.clock.now();
        let is_message = !log.tried.is_empty() || notice.channels.shown() == NotificationChannel::Email;
        let shown = if is_message { log.email } else { log.push };
        let status = shown.map_or(NotificationStatus::Pending, ChannelState::status);
        let sent_at = log.any(ChannelState::Sent).then_some(now);
        let again = notice.again.as_ref().filter(|_| !log.tried.is_empty());
        let again = again.and_then(|message| again_as_text(&log, message));
        let log = DeliveryLog { sent_at, again, in_feed: true, ..log };
        let told = log.clone();
        let feed = |changes: &mut Changes| {
            if read.in_feed {
                let mut row = Update::new().set("status", status);
                if status == NotificationStatus::Sent {
                    row = row.set("sent_at", now);
                }
                if !told.tried.is_empty() {
                    row = row.set("channel", channel_of(notice, &told)).set("log_key", &told.key);
                    row = row.set("failed_reason", told.failed_reason());
                }
                let key = keys::notification(&told.user_id, &told.notification_id);
                changes.update(Notification::KIND, key, row, Condition::Present);
            } else {
                add_to_feed(changes, notice, texts, &told, status);
            }
        };
        Ok(record_outcome(self.0, read, log, feed).await?)
    }
}

/// The channel that the row in the feed shows.
fn channel_of(notice: &OutgoingNotice, log: &DeliveryLog) -> NotificationChannel {
    log.reached().map_or_else(|| notice.channels.shown(), NotificationChannel::from)
}

/// As the log keeps it.
fn again_as_text(log: &DeliveryLog, message: &OutboxMessage) -> Option<String> {
    let id = MessageId::from(log.notification_id.as_str());
    serde_json::to_string(&QueueEntry { id, task: message.task.clone(), due: message.due }).ok()
}

/// The row in the recipient's feed, with its mark while it is unread.
fn add_to_feed(
    changes: &mut Changes,
    notice: &OutgoingNotice,
    texts: &Texts,
    log: &DeliveryLog,
    status: NotificationStatus,
) {
    let notification = Notification {
        id: log.notification_id.clone(),
        user_id: log.user_id.clone(),
        booking_id: log.booking_id.clone(),
        kind: texts.kind,
        title: texts.title.clone(),
        body: texts.body.clone(),
        channel: channel_of(notice, log),
        status,
        sent_at: log.sent_at.filter(|_| status == NotificationStatus::Sent),
        read_at: None,
        delivered_at: None,
        failed_reason: log.failed_reason(),
        log_key: (!log.tried.is_empty()).then(|| log.key.clone()),
        about: notice.about.clone(),
        created_at: log.created_at,
    };
    changes.create(&UnreadMark::of(&notification));
    changes.create(&notification);
}
