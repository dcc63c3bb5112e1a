//! The day of the visit: check-in and no-show.

use serde_json::json;

use super::assignment::AssignmentContext;
use super::rules::may_undo_check_in;
use super::status::{Action, BookingStatus};
use super::store::BookingChange;
use super::{Booking, BookingError, Bookings};
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_values::id::BookingId;
use parlour_values::time::Instant;

impl Booking {
    fn checked_in(&self, now: Instant) -> Result<Self, BookingError> {
        Ok(Self { checked_in_at: Some(now), ..self.after(Action::CheckIn, now)? })
    }

    fn check_in_undone(&self, now: Instant) -> Result<Self, BookingError> {
        let undone = self.after(Action::UndoCheckIn, now)?;
        match self.checked_in_at {
            Some(then) if may_undo_check_in(then, now) => Ok(Self { checked_in_at: None, ..undone }),
            _ => Err(BookingError::TooLateToUndo),
        }
    }
}

impl Bookings<'_> {
    pub async fn check_in(&self, act: &Act, id: &BookingId) -> Result<Booking, Failure<BookingError>> {
        self.0
            .retry_on_conflict(|| {
                self.change_status(act, id, EventType::BookingCheckedIn, |booking| booking.checked_in(act.at))
            })
            .await
    }

    pub async fn undo_check_in(&self, act: &Act, id: &BookingId) -> Result<Booking, Failure<BookingError>> {
        let undone = |booking: &Booking| booking.check_in_undone(act.at);
        self.0.retry_on_conflict(|| self.change_status(act, id, EventType::BookingCheckInUndone, undone)).await
    }

    /// Only the booking changes here; a queued task counts the no-show on the customer's profile.
    pub async fn no_show(&self, act: &Act, id: &BookingId) -> Result<Booking, Failure<BookingError>> {
        let missed =
            |booking: &Booking| Ok(Booking { missed_at: Some(act.at), ..booking.after(Action::NoShow, act.at)? });
        self.0.retry_on_conflict(|| self.change_status(act, id, EventType::BookingMissed, missed)).await
    }

    async fn change_status(
        &self,
        act: &Act,
        id: &BookingId,
        what: EventType,
        decide: impl Fn(&Booking) -> Result<Booking, BookingError>,
    ) -> Result<Booking, Failure<BookingError>> {
        let read = self.find(id).await?;
        let mut booking = decide(&read)?;
        let mut context = AssignmentContext::untouched();
        if booking.status.frees_time() {
            context = self.context_of(&read, None).await?;
            booking = context.hold(Some(&read), booking, act.at)?;
        }
        let audit_details = json!({ "status": booking.status });
        let mut transaction =
            self.changed(act, BookingChange { what, read: &read, after: &booking, context: &context, audit_details });
        if booking.status == BookingStatus::NoShow {
            transaction.enqueue(booking.noshow_escalation(act.at));
        }
        transaction.commit().await?;
        Ok(booking)
    }
}

#[cfg(test)]
mod tests {
    use super::super::new_booking::tests::requested;
    use super::*;

    fn at(text: &str) -> Instant {
        text.parse().unwrap()
    }

    #[test]
    fn a_check_in_is_dated_and_taken_back_in_time() {
        let confirmed = Booking { status: BookingStatus::Confirmed, ..requested() };
        let then = at("2026-11-16T11:00:00+05:30");
        let present = confirmed.checked_in(then).unwrap();
        assert_eq!((present.status, present.checked_in_at), (BookingStatus::InProgress, Some(then)));
        let undone = present.check_in_undone(at("2026-11-16T11:15:00+05:30")).unwrap();
        assert_eq!((undone.status, undone.checked_in_at), (BookingStatus::Confirmed, None));
        let late = present.check_in_undone(at("2026-11-16T11:15:00.001+05:30"));
        assert!(matches!(late, Err(BookingError::TooLateToUndo)));
    }
}
