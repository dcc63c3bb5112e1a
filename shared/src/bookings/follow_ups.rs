//! What a booking leaves to be done later.

use chrono::TimeDelta;
use serde_json::json;

use super::Booking;
use crate::jobs::Task;
use crate::outbox::Message;
use crate::time::Instant;

/// How long a request may wait before the desk is reminded of it.
const ANSWER_WITHIN: TimeDelta = TimeDelta::hours(2);
/// How long after its end a booking nobody has dealt with is looked at.
const LOOK_AFTER: TimeDelta = TimeDelta::minutes(15);

impl Booking {
    /// Asks, once the desk has had time, whether the request is still unanswered.
    pub fn stale_alert(&self) -> Message {
        let due = self.created_at.plus(ANSWER_WITHIN);
        Message::new(Task::StaleBookingAlert, json!({ "bookingId": self.id }), due)
    }

    /// The same of a booking that has become a request again: its time to be answered begins anew.
    pub fn stale_alert_since(&self, since: Instant) -> Message {
        let payload = json!({ "bookingId": self.id, "since": since });
        Message::new(Task::StaleBookingAlert, payload, since.plus(ANSWER_WITHIN))
    }

    /// Asks after the end whether the customer came. It names the start, so that a moved booking's old timer does nothing.
    pub fn noshow_check(&self) -> Message {
        let payload = json!({ "bookingId": self.id, "startsAt": self.starts_at() });
        Message::new(Task::NoshowCheck, payload, self.ends_at().plus(LOOK_AFTER))
    }

    /// Counts the no-show against the customer.
    pub fn noshow_escalation(&self, now: Instant) -> Message {
        Message::new(Task::NoshowEscalation, json!({ "bookingId": self.id }), now)
    }
}
