//! Telling one person one thing, once: the row in their feed, the push, the email, the realtime message.

use std::time::Duration;

use futures::StreamExt as _;
use futures::future::BoxFuture;
use futures::stream::FuturesUnordered;
use serde_json::{Map, Value, json};

use super::notification::{Notification, NotificationChannel, NotificationStatus};
use super::sent::{CLAIM, Sent, WayState};
use super::subscriptions::push_hosts;
use super::{Notifications, Recipient, brand};
use crate::failure::Setback;
use crate::id::{AttemptId, BookingId, UserId};
use crate::jobs::JobError;
use crate::outbound::templates::{Notice, Texts};
use crate::outbound::{Attachment, Delivery, NotificationType, Push, PushOutcome, RealtimeMessage, SendError};
use crate::role::Role;
use crate::table::{AtomicWrite, Condition, Record as _, Stored, Update, WriteError, backoff, keys};
use crate::time::Deadline;

/// By which ways something is told. Every way leaves a row in the feed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ways {
    InApp,
    Push,
    PushAndEmail,
    InAppAndEmail,
    Email,
}

impl Ways {
    pub(super) fn pushes(self) -> bool {
        matches!(self, Self::Push | Self::PushAndEmail)
    }

    pub(super) fn emails(self) -> bool {
        matches!(self, Self::PushAndEmail | Self::InAppAndEmail | Self::Email)
    }

    fn channel(self) -> NotificationChannel {
        match self {
            Self::Email => NotificationChannel::Email,
            Self::InApp | Self::Push | Self::PushAndEmail | Self::InAppAndEmail => NotificationChannel::Push,
        }
    }
}

/// One thing to tell one person.
pub struct Telling {
    pub recipient: Recipient,
    pub notice: Notice,
    /// What sets this occasion apart from any other of its type: a booking and its start, a year, a day.
    pub occasion: String,
    pub ways: Ways,
    pub booking_id: Option<BookingId>,
    pub attachments: Vec<Attachment>,
    /// What it is about, for the realtime channels: a topic, and ids only.
    pub about: Option<(&'static str, Value)>,
}

impl Telling {
    pub fn new(recipient: Recipient, notice: Notice, occasion: impl Into<String>, ways: Ways) -> Self {
        Self {
            recipient,
            notice,
            occasion: occasion.into(),
            ways,
            booking_id: None,
            attachments: Vec::new(),
            about: None,
        }
    }

    pub fn of_booking(self, id: &BookingId) -> Self {
        Self { booking_id: Some(id.clone()), about: Some(("bookings", json!({ "bookingId": id }))), ..self }
    }

    pub fn about(self, topic: &'static str, ids: Value) -> Self {
        Self { about: Some((topic, ids)), ..self }
    }

    pub fn with(self, attachments: Vec<Attachment>) -> Self {
        Self { attachments, ..self }
    }

    fn key(&self) -> String {
        sent_key(self.recipient.id(), self.notice.kind(), &self.occasion)
    }
}

fn sent_key(user: &UserId, kind: NotificationType, occasion: &str) -> String {
    format!("{user}#{kind}#{occasion}")
}

/// Whether this call did it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// Told now, and it went out.
    Now,
    /// Told now in the app alone: there was nothing to send it with, or nowhere to send it.
    Unsent,
    Before,
}

impl Told {
    pub fn count(self) -> usize {
        usize::from(self != Self::Before)
    }
}

enum Claim {
    Mine {
        log: Box<Stored<Sent>>,
        first: bool,
    },
    Done,
    /// Somebody else is at it.
    Busy,
}

/// How long to wait for another deliverer of the same message before leaving it to a later try.
const PATIENCE: Duration = Duration::from_secs(10);
/// Ways that settle within this time of each other are noted in one write; a slower one has a write of its own.
const TOGETHER: Duration = Duration::from_secs(1);

/// One way of sending under way.
type Sending<'a> = BoxFuture<'a, (NotificationChannel, Result<WayState, SendError>)>;

impl Notifications<'_> {
    /// Whether somebody has been told of this occasion, all ways there are.
    pub async fn has_told(&self, user: &UserId, kind: NotificationType, occasion: &str) -> Result<bool, JobError> {
        let known = self.0.table.get::<Sent>(&keys::sent(&sent_key(user, kind, occasion))).await?;
        Ok(known.is_some_and(|known| known.is_done()))
    }

    pub async fn tell(&self, telling: Telling) -> Result<Told, JobError> {
        let deadline = Deadline::after(PATIENCE);
        let texts = telling.notice.texts(&brand(&self.0.settings));
        let mut waited = 0_u32;
        loop {
            match self.claim(&telling, &texts, waited > 0).await? {
                Claim::Mine { log, first } => return self.carry_out(&telling, texts, *log, first).await,
                Claim::Done => return Ok(Told::Before),
                Claim::Busy if deadline.passed() => return Err(JobError::UnderWay),
                Claim::Busy => {
                    waited = waited.saturating_add(1);
                    tokio::time::sleep(backoff(waited, &self.0.random)).await;
                }
            }
        }
    }

    /// The first to write the log has the message; a claim that ran out is taken over. Mostly nobody was here before, so
    /// writing comes first; whoever waits for another deliverer looks, and writes once there is something to write.
    async fn claim(&self, telling: &Telling, texts: &Texts, waiting: bool) -> Result<Claim, JobError> {
        if !waiting && let Some(mine) = self.begin(telling, texts).await? {
            return Ok(mine);
        }
        match self.0.table.get::<Sent>(&keys::sent(&telling.key())).await? {
            Some(known) => self.take_over(known).await,
            None if waiting => Ok(self.begin(telling, texts).await?.unwrap_or(Claim::Busy)),
            None => Ok(Claim::Busy),
        }
    }

    /// Writes the log and the row; none where somebody else did.
    async fn begin(&self, telling: &Telling, texts: &Texts) -> Result<Option<Claim>, JobError> {
        let salon = self.0;
        let now = salon.clock.now();
        let (push, email) = Sent::fits(telling.ways);
        let log = Sent {
            key: telling.key(),
            user_id: telling.recipient.id().clone(),
            kind: texts.kind,
            booking_id: telling.booking_id.clone(),
            notification_id: salon.random.id(),
            push,
            email,
            claimed_by: salon.random.id(),
            claimed_until: now.plus(CLAIM),
            error: None,
            sent_at: None,
            created_at: now,
        };
        let row = Notification {
            id: log.notification_id.clone(),
            user_id: log.user_id.clone(),
            booking_id: log.booking_id.clone(),
            kind: texts.kind,
            title: texts.title.clone(),
            body: texts.body.clone(),
            channel: telling.ways.channel(),
            status: NotificationStatus::Pending,
            sent_at: None,
            read_at: None,
            created_at: now,
        };
        let mut write = AtomicWrite::new(&salon.random);
        write.changes.create(&log);
        write.changes.create(&row);
        match write.commit(&salon.table).await {
            Ok(()) => Ok(Some(Claim::Mine { log: Box::new(Stored { record: log, version: 1 }), first: true })),
            Err(WriteError::Lost(_) | WriteError::Contended) => Ok(None),
            Err(WriteError::Table(error)) => Err(error.into()),
        }
    }

    async fn take_over(&self, known: Stored<Sent>) -> Result<Claim, JobError> {
        let salon = self.0;
        let (now, mine) = (salon.clock.now(), salon.random.id::<AttemptId>());
        if known.is_done() {
            return Ok(Claim::Done);
        }
        let retried = [known.push, known.email].contains(&Some(WayState::Retry));
        if known.claimed_until > now && !retried {
            return Ok(Claim::Busy);
        }
        let taken = Sent { claimed_by: mine, claimed_until: now.plus(CLAIM), ..known.record.clone() };
        // What is to be tried again is open while it is tried, so that a third deliverer waits.
        let open =
            |state: Option<WayState>| state.map(|state| if state == WayState::Retry { WayState::Open } else { state });
        let taken = Sent { push: open(taken.push), email: open(taken.email), ..taken };
        let mut write = AtomicWrite::new(&salon.random);
        write.changes.replace(&known, &taken);
        match write.commit(&salon.table).await {
            Ok(()) => {
                let log = Box::new(Stored { record: taken, version: known.version + 1 });
                Ok(Claim::Mine { log, first: false })
            }
            Err(WriteError::Lost(_) | WriteError::Contended) => Ok(Claim::Busy),
            Err(WriteError::Table(error)) => Err(error.into()),
        }
    }

    async fn carry_out(
        &self,
        telling: &Telling,
        texts: Texts,
        mut log: Stored<Sent>,
        first: bool,
    ) -> Result<Told, JobError> {
        let mut under_way = FuturesUnordered::<Sending<'_>>::new();
        if log.push == Some(WayState::Open) {
            under_way.push(Box::pin(async { (NotificationChannel::Push, self.push(telling, &texts).await) }));
        }
        if log.email == Some(WayState::Open) {
            under_way.push(Box::pin(async { (NotificationChannel::Email, self.email(telling, &texts).await) }));
        }
        let (mut noted, mut error, mut again) = (log.record.clone(), None, None);
        let mut reached = false;
        loop {
            // What went out is noted at once, or with the other way if that is just as quick.
            let settled = if reached {
                tokio::time::timeout(TOGETHER, under_way.next()).await
            } else {
                Ok(under_way.next().await)
            };
            let Ok(settled) = settled else {
                (log, reached) = (self.note(telling, log, noted.clone()).await?, false);
                continue;
            };
            let Some((channel, outcome)) = settled else { break };
            let state = outcome.unwrap_or_else(|failure| {
                error = Some(failure.to_string());
                let state = if failure.is_final() { WayState::Failed } else { WayState::Retry };
                again = again.take().or(Some(failure).filter(|failure| !failure.is_final()));
                state
            });
            reached |= state == WayState::Sent;
            match channel {
                NotificationChannel::Push => noted.push = Some(state),
                NotificationChannel::Email => noted.email = Some(state),
            }
            noted.error.clone_from(&error);
        }
        let went_out = telling.ways == Ways::InApp || [noted.push, noted.email].contains(&Some(WayState::Sent));
        if (noted.push, noted.email) != (log.push, log.email) {
            log = self.note(telling, log, noted).await?;
        }
        if first {
            self.publish(telling, &log).await;
        }
        match again {
            // Worth another try: the queue brings the message again.
            Some(error) => Err(error.into()),
            None => Ok(if went_out { Told::Now } else { Told::Unsent }),
        }
    }

    async fn push(&self, telling: &Telling, texts: &Texts) -> Result<WayState, SendError> {
        let push = Push {
            kind: texts.kind,
            user_id: telling.recipient.id().clone(),
            title: texts.title.clone(),
            body: texts.body.clone(),
            booking_id: telling.booking_id.clone(),
        };
        self.push_to(&telling.recipient, &push).await
    }

    /// Pushes to all of somebody's browsers; one that is gone is taken off the list.
    pub(crate) async fn push_to(&self, recipient: &Recipient, push: &Push) -> Result<WayState, SendError> {
        let (hosts, known) = (push_hosts(self.0), &recipient.subscriptions);
        let (known, addresses): (Vec<_>, Vec<_>) =
            known.iter().filter_map(|one| one.address(&hosts).map(|address| (one, address))).unzip();
        let report = self.0.outbound.push(push, &addresses).await?;
        for (subscription, outcome) in known.iter().zip(&report.outcomes) {
            if *outcome == PushOutcome::Gone
                && let Err(error) = self.deactivate(subscription).await
            {
                tracing::warn!(%error, "a browser that is gone could not be taken off the list");
            }
        }
        let waits = report.outcomes.iter().any(|outcome| matches!(outcome, PushOutcome::RetryAfter(_)));
        Ok(match report.delivery {
            Some(Delivery::Sent | Delivery::Recorded) => WayState::Sent,
            Some(Delivery::Unconfigured) => WayState::Nowhere,
            // Too many at once: an error, so that the message comes again.
            None if report.failed() && waits => return Err(SendError::Refused(429)),
            None if report.failed() && report.outcomes.iter().any(|outcome| *outcome != PushOutcome::Gone) => {
                WayState::Failed
            }
            None => WayState::Nowhere,
        })
    }

    async fn email(&self, telling: &Telling, texts: &Texts) -> Result<WayState, SendError> {
        let Some(address) = telling.recipient.address() else {
            return Ok(WayState::Nowhere);
        };
        let email = texts.clone().email_to(address, telling.attachments.clone());
        Ok(if self.0.outbound.email(&email).await?.delivered() { WayState::Sent } else { WayState::Nowhere })
    }

    /// Tells open pages that something changed; they ask for it themselves. Missing one is no harm: pages poll too.
    async fn publish(&self, telling: &Telling, log: &Sent) {
        let Some((topic, ids)) = &telling.about else { return };
        let user = telling.recipient.id();
        let mut data = ids.as_object().cloned().unwrap_or_else(Map::new);
        data.insert("notificationId".to_owned(), json!(log.notification_id));
        let customer = telling.recipient.user.role == Role::Customer;
        let own = customer.then(|| (format!("customer:{user}:{topic}"), Value::Object(data)));
        // The desk hears once of what happened to a customer, whoever at the desk is told of it in person.
        let desk = customer.then(|| (format!("admin:{topic}"), ids.clone()));
        for (channel, data) in own.into_iter().chain(desk) {
            let id = format!("{}-{}", log.notification_id, channel.split(':').next().unwrap_or_default());
            let message = RealtimeMessage { id, channel, name: log.kind.to_string(), data };
            if let Err(error) = self.0.outbound.publish(&message).await {
                tracing::warn!(%error, "a realtime message did not go out");
            }
        }
    }

    /// The outcome so far, in the log and on the row; the log as it is then.
    async fn note(&self, telling: &Telling, read: Stored<Sent>, log: Sent) -> Result<Stored<Sent>, JobError> {
        let salon = self.0;
        let way = match telling.ways.channel() {
            NotificationChannel::Push => log.push,
            NotificationChannel::Email => log.email,
        };
        let status = way.map_or(NotificationStatus::Pending, WayState::status);
        let any_sent = log.ways().any(|(_, state)| state == WayState::Sent);
        let log = Sent { sent_at: any_sent.then(|| salon.clock.now()), ..log };
        let mut row = Update::new().set("status", status);
        if status == NotificationStatus::Sent {
            row = row.set("sent_at", salon.clock.now());
        }
        let mut write = AtomicWrite::new(&salon.random);
        write.changes.replace(&read, &log);
        let key = keys::notification(&log.user_id, &log.notification_id);
        write.changes.update(Notification::KIND, key, row, Condition::Present);
        match write.commit(&salon.table).await {
            // Whoever took over after our claim ran out notes the outcome.
            Ok(()) | Err(WriteError::Lost(_)) => Ok(Stored { record: log, version: read.version.saturating_add(1) }),
            Err(WriteError::Contended) => Err(Setback::Contended.into()),
            Err(WriteError::Table(error)) => Err(error.into()),
        }
    }
}
