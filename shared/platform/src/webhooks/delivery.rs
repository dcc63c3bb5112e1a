//! One event on its way to one webhook: when it is tried, how often, and what came of it.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

use parlour_storage::events::FeedPlace;
use parlour_storage::table::{Key, Places, Record, keys};
use parlour_values::id::WebhookId;
use parlour_values::text_enum::text_enum;
use parlour_values::time::Instant;

/// How long after each failure it is tried again; after the last it has failed.
const AGAIN_AFTER: [TimeDelta; 7] = [
    TimeDelta::seconds(5),
    TimeDelta::minutes(5),
    TimeDelta::minutes(30),
    TimeDelta::hours(2),
    TimeDelta::hours(5),
    TimeDelta::hours(10),
    TimeDelta::hours(14),
];
/// How long the log goes back.
const KEPT: TimeDelta = TimeDelta::days(30);

text_enum! {
    pub enum DeliveryStatus {
        Pending => "pending",
        Delivered => "delivered",
        Failed => "failed",
    }
}

/// The outcome of one try: the status that was answered, if anything was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attempt {
    pub status: Option<u16>,
}

impl Attempt {
    pub fn is_taken(self) -> bool {
        self.status.is_some_and(|status| (200..300).contains(&status))
    }

    pub fn is_gone(self) -> bool {
        self.status == Some(410)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WebhookDelivery {
    pub webhook_id: WebhookId,
    /// The event, where it stands in the feed.
    pub event: FeedPlace,
    pub status: DeliveryStatus,
    /// Tries so far, since it was last asked for.
    pub attempts: u32,
    pub last_status_code: Option<u16>,
    pub last_attempt_at: Option<Instant>,
    pub next_attempt_at: Option<Instant>,
    pub created_at: Instant,
}

impl WebhookDelivery {
    pub fn new(webhook_id: WebhookId, event: FeedPlace, now: Instant) -> Self {
        Self {
            webhook_id,
            event,
            status: DeliveryStatus::Pending,
            attempts: 0,
            last_status_code: None,
            last_attempt_at: None,
            next_attempt_at: Some(now),
            created_at: now,
        }
    }

    /// After a try.
    pub fn after(&self, attempt: Attempt, now: Instant) -> Self {
        let wait = usize::try_from(self.attempts).ok().and_then(|tried| AGAIN_AFTER.get(tried));
        let next_attempt_at = wait.filter(|_| !attempt.is_taken() && !attempt.is_gone()).map(|wait| now.plus(*wait));
        let status = match (attempt.is_taken(), next_attempt_at) {
            (true, _) => DeliveryStatus::Delivered,
            (false, Some(_)) => DeliveryStatus::Pending,
            (false, None) => DeliveryStatus::Failed,
        };
        Self {
            status,
            attempts: self.attempts.saturating_add(1),
            last_status_code: attempt.status,
            last_attempt_at: Some(now),
            next_attempt_at,
            ..self.clone()
        }
    }

    /// Asked for once more, from the beginning.
    pub fn again(&self, now: Instant) -> Self {
        Self { status: DeliveryStatus::Pending, attempts: 0, next_attempt_at: Some(now), ..self.clone() }
    }

    /// Given up, because its webhook is off.
    pub fn given_up(&self) -> Self {
        Self { status: DeliveryStatus::Failed, next_attempt_at: None, ..self.clone() }
    }
}

impl Record for WebhookDelivery {
    const KIND: &'static str = "webhook_delivery";

    fn key(&self) -> Key {
        keys::webhook_delivery(&self.webhook_id, &self.event.id)
    }

    /// A delivered event is in no index: most are delivered, and nobody looks for them.
    fn places(&self) -> Places {
        let open = self.status != DeliveryStatus::Delivered;
        let g1 = open.then(|| keys::webhook_delivery_by_status(&self.webhook_id, self.status.as_str(), &self.event.id));
        Places { g1, ttl: Some(self.created_at.plus(KEPT)), ..Places::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_storage::events::EventType;

    fn delivery() -> WebhookDelivery {
        let event = FeedPlace {
            id: "e1".into(),
            day: "2026-11-16".parse().unwrap(),
            what: EventType::LeadMoved,
            prev: "p".to_owned(),
            hash: "h".to_owned(),
        };
        WebhookDelivery::new("w1".into(), event, "2026-11-16T04:30:00Z".parse().unwrap())
    }

    #[test]
    fn it_is_tried_eight_times_within_a_day_and_a_half() {
        let mut delivery = delivery();
        let mut waits = Vec::new();
        while let Some(at) = delivery.next_attempt_at {
            delivery = delivery.after(Attempt { status: Some(503) }, at);
            waits.extend(delivery.next_attempt_at.map(|next| next.since(at).num_seconds()));
        }
        assert_eq!(waits, [5, 300, 1800, 7200, 18_000, 36_000, 50_400]);
        assert_eq!((delivery.status, delivery.attempts), (DeliveryStatus::Failed, 8));
        assert_eq!(delivery.last_status_code, Some(503));
    }

    #[test]
    fn two_hundreds_are_taken_and_nothing_else_is() {
        let now = "2026-11-16T04:30:00Z".parse().unwrap();
        for (status, expected) in [
            (Some(200), DeliveryStatus::Delivered),
            (Some(299), DeliveryStatus::Delivered),
            (Some(307), DeliveryStatus::Pending),
            (Some(199), DeliveryStatus::Pending),
            (Some(404), DeliveryStatus::Pending),
            (None, DeliveryStatus::Pending),
            (Some(410), DeliveryStatus::Failed),
        ] {
            assert_eq!(delivery().after(Attempt { status }, now).status, expected, "{status:?}");
        }
        let failed = delivery().after(Attempt { status: Some(410) }, now);
        assert_eq!((failed.again(now).status, failed.again(now).attempts), (DeliveryStatus::Pending, 0));
        assert_eq!(failed.again(now).given_up().next_attempt_at, None);
    }
}
