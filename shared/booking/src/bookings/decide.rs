//! The desk's decisions: approve, reject, assign.

use serde_json::json;

use super::status::Action;
use super::store::BookingChange;
use super::{Booking, BookingError, Bookings};
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::outbox::Event;
use parlour_values::id::{BookingId, StaffId};
use parlour_values::time::Instant;

/// The rejection reason shown to a customer whose request expired.
const UNANSWERED: &str = "It could not be confirmed in time.";

impl Booking {
    /// The booking, confirmed and assigned to this staff member.
    fn approved(&self, staff: (&StaffId, &str), now: Instant) -> Result<Self, BookingError> {
        let approved = self.after(Action::Approve, now)?.with_staff(Some(staff));
        Ok(Self { confirmed_at: Some(now), reminded: approved.reminders_behind(now), ..approved })
    }

    fn rejected(&self, action: Action, reason: &str, now: Instant) -> Result<Self, BookingError> {
        let rejected = self.after(action, now)?;
        Ok(Self { rejected_at: Some(now), rejection_reason: Some(reason.to_owned()), ..rejected })
    }
}

impl Bookings<'_> {
    pub async fn approve(&self, act: &Act, id: &BookingId, staff: &StaffId) -> Result<Booking, Failure<BookingError>> {
        self.0
            .retry_on_conflict(|| async move {
                let read = self.find(id).await?;
                let mut context = self.context_of(&read, Some(staff)).await?;
                let worker = context.worker()?;
                let booking = read.approved((&worker.id, &worker.display_name), act.at)?;
                context.hold(Some(&read), &booking, act.at)?;
                let audit_details = json!({ "status": booking.status, "staffId": staff });
                let change = BookingChange {
                    what: EventType::BookingConfirmed,
                    read: &read,
                    after: &booking,
                    context: &context,
                    audit_details,
                };
                let mut transaction = self.changed(act, change);
                transaction.enqueue(booking.confirmed_event().message(act.at));
                transaction.commit().await?;
                Ok(booking)
            })
            .await
    }

    /// `reason` is shown to the customer.
    pub async fn reject(&self, act: &Act, id: &BookingId, reason: &str) -> Result<Booking, Failure<BookingError>> {
        self.0.retry_on_conflict(|| self.turn_down(act, id, Action::Reject, reason)).await
    }

    /// Rejects a request that the desk did not answer in time.
    pub async fn reject_unanswered(&self, act: &Act, id: &BookingId) -> Result<Booking, Failure<BookingError>> {
        self.0.retry_on_conflict(|| self.turn_down(act, id, Action::AutoReject, UNANSWERED)).await
    }

    async fn turn_down(
        &self,
        act: &Act,
        id: &BookingId,
        action: Action,
        reason: &str,
    ) -> Result<Booking, Failure<BookingError>> {
        let read = self.find(id).await?;
        let booking = read.rejected(action, reason, act.at)?;
        let mut context = self.context_of(&read, None).await?;
        context.hold(Some(&read), &booking, act.at)?;
        let audit_details = json!({ "status": booking.status });
        let change = BookingChange {
            what: EventType::BookingRejected,
            read: &read,
            after: &booking,
            context: &context,
            audit_details,
        };
        let mut transaction = self.changed(act, change);
        transaction.enqueue(Event::BookingRejected { booking_id: id.clone() }.message(act.at));
        transaction.commit().await?;
        Ok(booking)
    }

    /// Assigns a staff member in any status; only an open booking takes their time.
    pub async fn assign(&self, act: &Act, id: &BookingId, staff: &StaffId) -> Result<Booking, Failure<BookingError>> {
        self.0
            .retry_on_conflict(|| async move {
                let read = self.find(id).await?;
                let mut context = self.context_of(&read, Some(staff)).await?;
                let worker = context.worker()?;
                let worker = Some((&worker.id, worker.display_name.as_str()));
                if read.record.clone().with_staff(worker) == read.record {
                    return Ok(read.record);
                }
                let mut booking = read.after(Action::Assign, act.at).map_err(BookingError::from)?.with_staff(worker);
                // Whoever takes it on is free for it.
                booking.overlaps &= !booking.status.holds_time();
                context.hold(Some(&read), &booking, act.at)?;
                let audit_details = json!({ "staffId": staff });
                let change = BookingChange {
                    what: EventType::BookingAssigned,
                    read: &read,
                    after: &booking,
                    context: &context,
                    audit_details,
                };
                self.changed(act, change).commit().await?;
                Ok(booking)
            })
            .await
    }
}

#[cfg(test)]
mod tests {
    use super::super::Reminded;
    use super::super::new_booking::tests::requested;
    use super::super::status::BookingStatus;
    use super::*;

    /// An hour before it starts.
    fn now() -> Instant {
        "2026-11-16T10:00:00+05:30".parse().unwrap()
    }

    #[test]
    fn an_approved_booking_is_somebodys_and_not_reminded_of_what_is_near() {
        let approved = requested().approved((&"meera".into(), "Meera"), now()).unwrap();
        assert_eq!((approved.status, approved.confirmed_at), (BookingStatus::Confirmed, Some(now())));
        assert_eq!((approved.staff_id(), approved.reminded), (Some(&"meera".into()), Reminded::DayBefore));
    }

    #[test]
    fn a_rejected_booking_says_when_and_why() {
        let rejected = requested().rejected(Action::Reject, "Fully booked", now()).unwrap();
        assert_eq!((rejected.status, rejected.rejected_at), (BookingStatus::Rejected, Some(now())));
        assert_eq!(rejected.rejection_reason.as_deref(), Some("Fully booked"));
    }
}
