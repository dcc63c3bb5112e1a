//! An act: who does something, when, under which request; and the unit in which it is written, with everything that
//! belongs to it.

use std::ops::{Deref, DerefMut};

use serde::Serialize;
use serde_json::Value;

use crate::audit::AuditEntry;
use crate::auth::Role;
use crate::id::UserId;
use crate::once::{Once, OnceRecord};
use crate::outbox::{Message, OutboxItem};
use crate::salon::Salon;
use crate::table::{Changes, Condition, Lost, TableError, Unit, WriteError};
use crate::time::Instant;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Actor {
    User {
        id: UserId,
        role: Role,
    },
    /// Nobody signed in: a public form.
    Visitor,
    Job(&'static str),
}

impl Actor {
    pub fn id(&self) -> &str {
        match self {
            Self::User { id, .. } => id.as_str(),
            Self::Visitor => "visitor",
            Self::Job(name) => name,
        }
    }

    pub fn role(&self) -> &'static str {
        match self {
            Self::User { role, .. } => role.as_str(),
            Self::Visitor => "visitor",
            Self::Job(_) => "job",
        }
    }
}

#[derive(Clone, Debug)]
pub struct Act {
    pub actor: Actor,
    pub request_id: String,
    pub at: Instant,
    /// The origin that the caller reached the app under, for links in its answers; a job answers nobody.
    pub site: String,
    /// Set when the caller asked, by `Idempotency-Key`, that this happen once.
    pub once: Option<Once>,
}

impl Act {
    /// What a job does, in the name of its run.
    pub fn of_job(name: &'static str, run: impl Into<String>, at: Instant) -> Self {
        Self { actor: Actor::Job(name), request_id: run.into(), at, site: String::new(), once: None }
    }
}

/// Why a write did not happen, when nothing is wrong with what was asked.
#[derive(Debug, thiserror::Error)]
pub enum Setback {
    #[error("somebody else changed it first: {0:?}")]
    Lost(Lost),
    #[error("it was contended for too long")]
    Contended,
    /// The same idempotency key has been carried out meanwhile: its answer is the answer.
    #[error("already done under the same key")]
    AlreadyDone,
    #[error(transparent)]
    Table(#[from] TableError),
}

impl Setback {
    pub fn has_lost(&self) -> bool {
        matches!(self, Self::Lost(_))
    }

    /// Whether the write lost at this label.
    pub fn lost_at(&self, label: &str) -> bool {
        matches!(self, Self::Lost(lost) if lost.at(label))
    }
}

impl From<WriteError> for Setback {
    fn from(error: WriteError) -> Self {
        match error {
            WriteError::Lost(lost) => Self::Lost(lost),
            WriteError::Contended => Self::Contended,
            WriteError::Table(error) => Self::Table(error),
        }
    }
}

/// The unit of one act. Changes are said on it directly; the rest by its own verbs.
pub struct Writing<'a> {
    salon: &'a Salon,
    act: &'a Act,
    unit: Unit,
    answer: Option<(u16, String)>,
}

impl Deref for Writing<'_> {
    type Target = Changes;

    fn deref(&self) -> &Changes {
        &self.unit.changes
    }
}

impl DerefMut for Writing<'_> {
    fn deref_mut(&mut self) -> &mut Changes {
        &mut self.unit.changes
    }
}

impl<'a> Writing<'a> {
    pub(crate) fn new(salon: &'a Salon, act: &'a Act, unit: Unit) -> Self {
        Self { salon, act, unit, answer: None }
    }

    /// The moment of writing, which may be a while after the act began.
    pub fn now(&self) -> Instant {
        self.salon.clock.now()
    }

    /// Something to be done later, or at once but not by the request itself.
    pub fn later(&mut self, message: Message) {
        let item = OutboxItem::new(self.salon.random.id(), message, self.act.at);
        self.unit.changes.create(&item);
    }

    /// What happened, for the log: `changes` names fields and carries no personal data.
    pub fn audit(
        &mut self,
        action: &'static str,
        entity_type: &'static str,
        entity_id: impl Into<String>,
        changes: Value,
    ) {
        let entry = AuditEntry::new(self.salon.random.id(), self.act, action, entity_type, entity_id.into(), changes);
        self.unit.changes.create(&entry);
    }

    /// The answer this act will give, kept with it so that a repeat under the same key answers the same bytes.
    pub fn answer(&mut self, status: u16, data: &impl Serialize) {
        if self.act.once.is_some() {
            self.answer = serde_json::to_string(data).ok().map(|data| (status, data));
        }
    }

    pub async fn commit(mut self) -> Result<(), Setback> {
        if let (Some(once), Some((status, data))) = (&self.act.once, self.answer.take()) {
            let record = OnceRecord::new(once, status, data, self.act.at);
            self.unit.changes.put_if(&record, Condition::AbsentOrExpired(self.act.at));
        }
        match self.unit.commit(&self.salon.table).await {
            Ok(()) => Ok(()),
            Err(WriteError::Lost(lost)) if lost.at(OnceRecord::LABEL) => Err(Setback::AlreadyDone),
            Err(error) => Err(error.into()),
        }
    }
}
