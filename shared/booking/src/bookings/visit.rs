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
        Ok(Self { checked_in_at: Some(now), is_in_doubt: false, ..self.after(Action::CheckIn, now)? })
    }

    /// In time.
    pub(super) fn may_undo_check_in(&self, now: Instant) -> bool {
        self.checked_in_at.is_some_and(|then| may_undo_check_in(then, now))
    }

    fn check_in_undone(&self, now: Instant) -> Result<Self, BookingError> {
        let undone = self.after(Action::UndoCheckIn, now)?;
        if !self.may_undo_check_in(now) {
            return Err(BookingError::TooLateToUndo);
        }
        // While they were taken to be there, their reminders were put off for good.
        let reminded = if self.is_in_doubt { undone.reminders_behind(now) } else { undone.reminded };
        Ok(Self { checked_in_at: None, reminded, ..undone })
    }

    /// Whoever did not come was not checked in either.
    fn missed(&self, now: Instant) -> Result<Self, BookingError> {
        Ok(Self { missed_at: Some(now), checked_in_at: None, ..self.after(Action::NoShow, now)? })
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
        let missed = |booking: &Booking| booking.missed(act.at);
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
        let change = BookingChange { what, read: &read, after: &booking, context: &context, audit_details };
        let mut transaction = self.changed(act, change).await?;
        if booking.status == BookingStatus::NoShow {
            transaction.enqueue(booking.noshow_escalation(act.at));
        }
        booking.noshow_check_again(act.at).into_iter().for_each(|check| transaction.enqueue(check));
        transaction.commit().await?;
        Ok(booking)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Reminded;
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

    #[test]
    fn a_check_in_in_doubt_is_taken_back_in_time_alone_and_goes_with_a_no_show() {
        let then = at("2026-11-15T12:00:00+05:30");
        let present = Booking { status: BookingStatus::Confirmed, ..requested() }.checked_in(then).unwrap();
        let doubted = Booking { status: BookingStatus::Completed, ..present }.completion_undone(then);
        assert!(doubted.check_in_undone(at("2026-11-15T12:15:01+05:30")).is_err());
        let undone = doubted.check_in_undone(at("2026-11-15T12:15:00+05:30")).unwrap();
        assert_eq!((undone.status, undone.checked_in_at), (BookingStatus::Confirmed, None));
        assert_eq!(undone.reminded, Reminded::DayBefore, "22 hours before it");
        let missed = doubted.missed(at("2026-11-16T13:00:00+05:30")).unwrap();
        assert_eq!((missed.status, missed.checked_in_at), (BookingStatus::NoShow, None));
        let again = undone.checked_in(at("2026-11-16T11:00:00+05:30")).unwrap();
        assert!(again.missed(at("2026-11-16T11:01:00+05:30")).is_err(), "they have come");
    }
}
