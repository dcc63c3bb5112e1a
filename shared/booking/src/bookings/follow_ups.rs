//! The messages that a change to a booking leaves for the queue.

use chrono::TimeDelta;

use super::Booking;
use super::status::BookingStatus;
use parlour_storage::outbox::{NotifiableEvent, OutboxMessage, Task};
use parlour_values::time::Instant;

/// How long a request may wait before receptionists are alerted.
const ANSWER_WITHIN: TimeDelta = TimeDelta::hours(2);
/// An unanswered request is rejected after a day, by a check that comes a minute later.
const REJECTED_WITHIN: TimeDelta = TimeDelta::minutes(24 * 60 + 2);
/// How long after its end a booking that is still confirmed is checked.
const CHECK_AFTER: TimeDelta = TimeDelta::minutes(15);

impl Booking {
    /// Checks after two hours whether the request is still unanswered. One that has become a request again says when, so that
    /// only its last time of waiting is checked.
    pub fn stale_alert(&self) -> OutboxMessage {
        let (booking_id, since) = (self.id.clone(), self.asked_again_at);
        let task = Task::StaleBookingAlert { booking_id, since, starts_at: None };
        OutboxMessage::new(task, self.pending_since().plus(ANSWER_WITHIN))
    }

    /// Rejects the request if its time comes before an answer. It names the start, as a no-show check does. None where the
    /// request will have been rejected by then for want of an answer.
    pub fn start_check(&self, now: Instant) -> Option<OutboxMessage> {
        let starts_at = self.starts_at();
        let task = Task::StaleBookingAlert { booking_id: self.id.clone(), since: None, starts_at: Some(starts_at) };
        (starts_at < now.plus(REJECTED_WITHIN)).then(|| OutboxMessage::new(task, starts_at))
    }

    /// Asks after the end whether the customer came. It names the start, so that the check of a booking that has been
    /// moved since does nothing.
    pub fn noshow_check(&self) -> OutboxMessage {
        let task = Task::NoshowCheck { booking_id: self.id.clone(), starts_at: Some(self.starts_at()) };
        OutboxMessage::new(task, self.ends_at().plus(CHECK_AFTER))
    }

    /// The same for a booking that is confirmed again after the check has come and found it otherwise. The desk gets as long
    /// to say what became of it.
    pub fn noshow_check_again(&self, now: Instant) -> Option<OutboxMessage> {
        let OutboxMessage { task, due } = self.noshow_check();
        let is_spent = self.status == BookingStatus::Confirmed && due <= now;
        is_spent.then(|| OutboxMessage::new(task, now.plus(CHECK_AFTER)))
    }

    /// Counts the no-show against the customer.
    pub fn noshow_escalation(&self, now: Instant) -> OutboxMessage {
        OutboxMessage::new(Task::NoshowEscalation { booking_id: self.id.clone() }, now)
    }

    pub fn confirmed_event(&self) -> NotifiableEvent {
        let staff_id = self.staff_id().cloned();
        NotifiableEvent::BookingConfirmed { booking_id: self.id.clone(), starts_at: self.starts_at(), staff_id }
    }

    pub fn rescheduled_event(&self, quietly: bool) -> NotifiableEvent {
        NotifiableEvent::BookingRescheduled { booking_id: self.id.clone(), starts_at: self.starts_at(), quietly }
    }
}
