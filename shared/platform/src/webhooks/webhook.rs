//! A webhook: where events are sent, which ones, and whether its receiver has been taking them.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

use super::delivery::Attempt;
use super::secret::Secrets;
use parlour_storage::events::EventType;
use parlour_storage::table::{Key, Record, keys};
use parlour_values::id::WebhookId;
use parlour_values::text_enum::text_enum;
use parlour_values::time::Instant;

/// How long nothing but failure is put up with.
const PATIENCE: TimeDelta = TimeDelta::days(5);

text_enum! {
    /// Why a webhook was switched off, other than by hand.
    pub enum DisabledReason {
        /// Its receiver answered 410.
        Gone => "gone",
        /// Nothing but failure for five days.
        Failing => "failing",
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Webhook {
    pub id: WebhookId,
    pub url: String,
    /// All of them where none are named, but for the calls of agents.
    pub types: Option<Vec<EventType>>,
    pub description: Option<String>,
    pub is_active: bool,
    pub disabled_reason: Option<DisabledReason>,
    pub secrets: Secrets,
    /// The end of the feed when it was switched on: it gets what comes after.
    pub since: u64,
    /// When the first of an unbroken row of failures was.
    pub failing_since: Option<Instant>,
    pub created_at: Instant,
    pub updated_at: Instant,
}

impl Webhook {
    /// Whether the event of this type at this place of the feed is for it.
    pub fn wants(&self, position: u64, what: EventType) -> bool {
        self.is_active && position > self.since && self.takes(what)
    }

    /// Whether events of this type are for it. What only leaves messages for the queue is for nobody: retries do, and would
    /// be told of for ever. What an agent read goes to those that ask for it by name: it changes nothing, and there may be
    /// hundreds a minute.
    pub fn takes(&self, what: EventType) -> bool {
        let is_asked_for = match &self.types {
            Some(types) => types.contains(&what),
            None => what != EventType::McpCalled,
        };
        is_asked_for && what.is_audited()
    }

    /// Switched on at this end of the feed.
    pub fn switched_on(self, head: u64) -> Self {
        Self { is_active: true, disabled_reason: None, failing_since: None, since: head, ..self }
    }

    /// After an attempt, where that changes it.
    pub fn after(&self, attempt: Attempt, now: Instant) -> Option<Self> {
        let failing_since = if attempt.is_taken() { None } else { self.failing_since.or(Some(now)) };
        let for_too_long = failing_since.is_some_and(|since| now.since(since) >= PATIENCE);
        let reason = match (attempt.is_gone(), for_too_long) {
            (true, _) => Some(DisabledReason::Gone),
            (false, true) => Some(DisabledReason::Failing),
            (false, false) => None,
        };
        let changed = match reason {
            Some(reason) if self.is_active => {
                Self { is_active: false, disabled_reason: Some(reason), failing_since, ..self.clone() }
            }
            _ => Self { failing_since, ..self.clone() },
        };
        (changed != *self).then_some(Self { updated_at: now, ..changed })
    }
}

impl Record for Webhook {
    const KIND: &'static str = "webhook";

    fn key(&self) -> Key {
        keys::webhook(&self.id)
    }
}

/// How far the feed has been handed to the queue for all webhooks together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FanOutCursor {
    pub position: u64,
    /// Somebody is at it until then: others need not do the same.
    pub held_until: Option<Instant>,
}

impl Record for FanOutCursor {
    const KIND: &'static str = "webhook_cursor";

    fn key(&self) -> Key {
        keys::webhook_cursor()
    }
}

#[cfg(test)]
mod tests {
    use parlour_storage::table::rewritten;
    use serde_json::json;

    use super::super::secret::WebhookSecret;
    use super::*;

    fn at(text: &str) -> Instant {
        text.parse().unwrap()
    }

    fn webhook() -> Webhook {
        Webhook {
            id: "w1".into(),
            url: "https://hooks.example.com/".to_owned(),
            types: None,
            description: None,
            is_active: true,
            disabled_reason: None,
            secrets: Secrets::first(WebhookSecret::new([1; 32])),
            since: 10,
            failing_since: None,
            created_at: at("2026-11-16T04:30:00Z"),
            updated_at: at("2026-11-16T04:30:00Z"),
        }
    }

    #[test]
    fn the_golden_row_of_the_cursor_is_read_and_written() {
        let golden = json!({
            "PK": { "S": "WEBHOOKS" }, "SK": { "S": "CURSOR" },
            "kind": { "S": "webhook_cursor" }, "format": { "N": "1" }, "v": { "N": "1" },
            "position": { "N": "42" }, "held_until": { "S": "2026-11-16T04:30:00.000Z" },
        });
        assert_eq!(rewritten::<FanOutCursor>(golden.clone()).unwrap(), golden);
    }

    #[test]
    fn it_gets_what_it_asked_for_from_then_on() {
        let all = webhook();
        assert!(!all.wants(10, EventType::LeadMoved) && all.wants(11, EventType::LeadMoved));
        assert!(!all.wants(11, EventType::MessagesQueued));
        let some = Webhook { types: Some(vec![EventType::BookingCompleted]), ..all.clone() };
        assert!(some.wants(11, EventType::BookingCompleted) && !some.wants(11, EventType::LeadMoved));
        assert!(!all.wants(11, EventType::McpCalled), "an agent's calls only where they are named");
        let named = Webhook { types: Some(vec![EventType::McpCalled]), ..all.clone() };
        assert!(named.wants(11, EventType::McpCalled));
        assert!(!Webhook { is_active: false, ..all }.wants(11, EventType::LeadMoved));
    }

    #[test]
    fn five_days_of_nothing_but_failure_switch_it_off_and_a_success_forgives() {
        let failed = webhook().after(Attempt { status: Some(500) }, at("2026-11-16T05:00:00Z")).unwrap();
        assert_eq!((failed.is_active, failed.failing_since), (true, Some(at("2026-11-16T05:00:00Z"))));
        assert_eq!(failed.after(Attempt { status: None }, at("2026-11-21T04:59:59Z")), None);
        let off = failed.after(Attempt { status: None }, at("2026-11-21T05:00:00Z")).unwrap();
        assert_eq!((off.is_active, off.disabled_reason), (false, Some(DisabledReason::Failing)));
        let forgiven = failed.after(Attempt { status: Some(204) }, at("2026-11-20T05:00:00Z")).unwrap();
        assert_eq!((forgiven.is_active, forgiven.failing_since), (true, None));
        assert_eq!(forgiven.after(Attempt { status: Some(200) }, at("2026-11-20T06:00:00Z")), None);
        let gone = webhook().after(Attempt { status: Some(410) }, at("2026-11-16T05:00:00Z")).unwrap();
        assert_eq!((gone.is_active, gone.disabled_reason), (false, Some(DisabledReason::Gone)));
        let on = gone.switched_on(42);
        assert_eq!((on.is_active, on.disabled_reason, on.failing_since, on.since), (true, None, None, 42));
    }
}
