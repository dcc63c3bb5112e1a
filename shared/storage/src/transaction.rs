//! The transaction of one act: its changes with their conditions, the event that says what happened and what follows, and
//! its idempotency record are written together or not at all.

use std::ops::{Deref, DerefMut};

use serde::Serialize;
use serde_json::{Value, json};

use crate::act::{Act, Actor};
use crate::events::{EventItem, EventType, Fact};
use crate::failure::Setback;
use crate::idempotency::{IdempotencyRecord, KeptResponse};
use crate::outbox::OutboxMessage;
use crate::table::{AtomicWrite, Changes, Condition, Table, WriteError, keys};
use parlour_values::id::{AttemptId, Random};
use parlour_values::role::Role;
use parlour_values::time::{Clock, Instant};

/// Changes to records are made on it directly (it derefs to [`Changes`]); the rest has methods of its own.
pub struct Transaction<'a> {
    table: &'a Table,
    clock: &'a Clock,
    random: &'a Random,
    act: &'a Act,
    write: AtomicWrite,
    /// When it was first asked for its stamp.
    stamped: Option<Instant>,
    response: Option<KeptResponse>,
    facts: Vec<Fact>,
    /// Further facts that came of it.
    further_facts: Vec<Fact>,
    messages: Vec<OutboxMessage>,
}

impl Deref for Transaction<'_> {
    type Target = Changes;

    fn deref(&self) -> &Changes {
        &self.write.changes
    }
}

impl DerefMut for Transaction<'_> {
    fn deref_mut(&mut self) -> &mut Changes {
        &mut self.write.changes
    }
}

impl<'a> Transaction<'a> {
    pub fn new(table: &'a Table, clock: &'a Clock, random: &'a Random, act: &'a Act) -> Self {
        Self {
            table,
            clock,
            random,
            act,
            write: AtomicWrite::new(random),
            stamped: None,
            response: None,
            facts: Vec::new(),
            further_facts: Vec::new(),
            messages: Vec::new(),
        }
    }

    /// The moment of writing, which may be a while after the act began.
    pub fn now(&self) -> Instant {
        self.clock.now()
    }

    pub fn actor(&self) -> &'a Actor {
        &self.act.actor
    }

    /// A moment and an id of this transaction's own, the same whenever asked: what it logs is found under them.
    pub fn stamp(&mut self) -> (Instant, AttemptId) {
        let at = *self.stamped.get_or_insert_with(|| self.clock.now());
        (at, self.write.attempt().clone())
    }

    /// A number that is taken by this transaction: in a dry run, what stands for it.
    pub fn issue(&self, number: String) -> String {
        self.random.issue(number)
    }

    /// Leaves a message in the event, from where it is relayed to the queue.
    pub fn enqueue(&mut self, message: OutboxMessage) {
        self.messages.push(message);
    }

    /// Says what happened. `data` holds ids, states and amounts, and nothing personal.
    pub fn audit(&mut self, what: EventType, entity_type: &'static str, entity_id: impl Into<String>, data: Value) {
        self.facts.push(Fact { what, entity_type, entity_id: entity_id.into(), data });
    }

    /// Says what else came of it: an event after those of [`Self::audit`], whenever it is called.
    pub fn audit_further(
        &mut self,
        what: EventType,
        entity_type: &'static str,
        entity_id: impl Into<String>,
        data: Value,
    ) {
        self.further_facts.push(Fact { what, entity_type, entity_id: entity_id.into(), data });
    }

    /// Keeps the `data` of the response, so that a repeat under the same idempotency key answers the same bytes.
    pub fn keep_response(&mut self, data: &impl Serialize) {
        self.keep(data, false);
    }

    /// The same where the route creates or updates, and this was an update.
    pub fn keep_response_of_update(&mut self, data: &impl Serialize) {
        self.keep(data, true);
    }

    fn keep(&mut self, data: &impl Serialize, updated: bool) {
        if self.act.idempotency.is_some() {
            self.response = serde_json::to_string(data).ok().map(|data| KeptResponse { data, updated });
        }
    }

    /// One event for each fact; the first carries the messages. Their ids are drawn here, so that an event is written
    /// right after its id says.
    fn write_events(&mut self) {
        let (mut facts, mut messages) = (std::mem::take(&mut self.facts), std::mem::take(&mut self.messages));
        facts.append(&mut self.further_facts);
        if facts.is_empty() && !messages.is_empty() {
            let (entity_id, data) = (self.write.attempt().to_string(), json!({ "messages": messages.len() }));
            facts.push(Fact { what: EventType::MessagesQueued, entity_type: "messages", entity_id, data });
        }
        for fact in facts {
            let event = EventItem::new(self.random.id(), self.act, fact, std::mem::take(&mut messages));
            self.write.changes.create(&event);
        }
    }

    pub async fn commit(mut self) -> Result<(), Setback> {
        self.write_events();
        if let (Some(key), Some(response)) = (&self.act.idempotency, self.response.take()) {
            let actor = match &self.act.actor {
                Actor::User { id, role: Role::Customer } | Actor::Link { customer: id } => {
                    Some(keys::user_partition(id))
                }
                Actor::User { .. } | Actor::Token { .. } | Actor::Visitor | Actor::Job(_) | Actor::Operator => None,
            };
            let about = keys::told_of(actor.as_deref().into_iter().chain(self.write.changes.partitions()));
            let record = IdempotencyRecord::new(key, response, about, self.act.at);
            self.write.changes.put_if(&record, Condition::AbsentOrExpired(self.act.at));
        }
        match self.write.commit(self.table).await {
            Ok(()) => Ok(()),
            Err(WriteError::ConditionsFailed(lost)) if lost.at(IdempotencyRecord::LABEL) => Err(Setback::AlreadyDone),
            Err(error) => Err(error.into()),
        }
    }
}
