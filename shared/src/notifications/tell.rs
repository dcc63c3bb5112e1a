//! Telling one person one thing, once: the row in their feed, the push, the email, the realtime message.

use std::time::Duration;

use serde_json::{Map, Value, json};

use super::notification::{Notification, NotificationChannel, NotificationStatus};
use super::sent::{CLAIM, Sent, WayState};
use super::subscriptions::push_hosts;
use super::{Notifications, Recipient, brand};
use crate::acts::Setback;
use crate::auth::Role;
use crate::id::{AttemptId, BookingId, UserId};
use crate::jobs::JobError;
use crate::outbound::templates::{Notice, Texts};
use crate::outbound::{Attachment, Delivery, NotificationType, Push, PushOutcome, RealtimeMessage, SendError};
use crate::table::{Condition, Record as _, Stored, Unit, Update, WriteError, keys};
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
const GLANCE: Duration = Duration::from_millis(40);

impl Notifications<'_> {
    /// Whether somebody has been told of this occasion, all ways there are.
    pub async fn has_told(&self, user: &UserId, kind: NotificationType, occasion: &str) -> Result<bool, JobError> {
        let known = self.0.table.get::<Sent>(&keys::sent(&sent_key(user, kind, occasion))).await?;
        Ok(known.is_some_and(|known| known.is_done()))
    }

    pub async fn tell(&self, telling: Telling) -> Result<Told, JobError> {
        let deadline = Deadline::after(PATIENCE);
        let texts = telling.notice.texts(&brand(&self.0.settings));
        loop {
            match self.claim(&telling, &texts).await? {
                Claim::Mine { log, first } => return self.carry_out(&telling, texts, *log, first).await,
                Claim::Done => return Ok(Told::Before),
                Claim::Busy if deadline.passed() => return Err(JobError::UnderWay),
                Claim::Busy => tokio::time::sleep(GLANCE).await,
            }
        }
    }

    /// The first to write the log has the message; a claim that ran out is taken over.
    async fn claim(&self, telling: &Telling, texts: &Texts) -> Result<Claim, JobError> {
        let salon = self.0;
        let (now, mine) = (salon.clock.now(), salon.random.id::<AttemptId>());
        let (push, email) = Sent::fits(telling.ways);
        let log = Sent {
            key: telling.key(),
            user_id: telling.recipient.id().clone(),
            kind: texts.kind,
            booking_id: telling.booking_id.clone(),
            notification_id: salon.random.id(),
            push,
            email,
            claimed_by: mine.clone(),
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
        let mut unit = Unit::new(&salon.random);
        unit.changes.create(&log);
        unit.changes.create(&row);
        match unit.commit(&salon.table).await {
            Ok(()) => return Ok(Claim::Mine { log: Box::new(Stored { record: log, version: 1 }), first: true }),
            Err(WriteError::Lost(_)) => {}
            Err(WriteError::Contended) => return Ok(Claim::Busy),
            Err(WriteError::Table(error)) => return Err(error.into()),
        }
        let Some(known) = salon.table.get::<Sent>(&keys::sent(&telling.key())).await? else {
            return Ok(Claim::Busy);
        };
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
        let mut unit = Unit::new(&salon.random);
        unit.changes.replace(&known, &taken);
        match unit.commit(&salon.table).await {
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
        log: Stored<Sent>,
        first: bool,
    ) -> Result<Told, JobError> {
        let open = |state: Option<WayState>| state == Some(WayState::Open);
        let (push, email, ()) = tokio::join!(
            async { if open(log.push) { Some(self.push(telling, &texts).await) } else { log.push.map(Ok) } },
            async { if open(log.email) { Some(self.email(telling, &texts).await) } else { log.email.map(Ok) } },
            async {
                if first {
                    self.publish(telling, &log).await;
                }
            },
        );
        let mut failure = None;
        let mut settled = |outcome: Option<Result<WayState, SendError>>| match outcome {
            Some(Ok(state)) => Some(state),
            Some(Err(error)) => {
                let state = if matches!(error, SendError::Invalid(_)) { WayState::Failed } else { WayState::Retry };
                failure = Some(error);
                Some(state)
            }
            None => None,
        };
        let (push, email) = (settled(push), settled(email));
        let went_out = telling.ways == Ways::InApp || [push, email].contains(&Some(WayState::Sent));
        let error = failure.as_ref().map(ToString::to_string);
        self.note(telling, &log, Sent { push, email, error, ..log.record.clone() }).await?;
        match failure {
            // Worth another try: the queue brings the message again.
            Some(error) if !matches!(error, SendError::Invalid(_)) => Err(error.into()),
            _ => Ok(if went_out { Told::Now } else { Told::Unsent }),
        }
    }

    async fn push(&self, telling: &Telling, texts: &Texts) -> Result<WayState, SendError> {
        let hosts = push_hosts(self.0);
        let known = &telling.recipient.subscriptions;
        let (known, addresses): (Vec<_>, Vec<_>) =
            known.iter().filter_map(|one| one.address(&hosts).map(|address| (one, address))).unzip();
        let push = Push {
            kind: texts.kind,
            user_id: telling.recipient.id().clone(),
            title: texts.title.clone(),
            body: texts.body.clone(),
            booking_id: telling.booking_id.clone(),
        };
        let report = self.0.outbound.push(&push, &addresses).await?;
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

    /// The outcome, in the log and on the row.
    async fn note(&self, telling: &Telling, read: &Stored<Sent>, log: Sent) -> Result<(), JobError> {
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
        let mut unit = Unit::new(&salon.random);
        unit.changes.replace(read, &log);
        let key = keys::notification(&log.user_id, &log.notification_id);
        unit.changes.update(Notification::KIND, key, row, Condition::Present);
        match unit.commit(&salon.table).await {
            // Whoever took over after our claim ran out notes the outcome.
            Ok(()) | Err(WriteError::Lost(_)) => Ok(()),
            Err(WriteError::Contended) => Err(Setback::Contended.into()),
            Err(WriteError::Table(error)) => Err(error.into()),
        }
    }
}
