//! The desk's decisions: approve, reject, give to somebody.

use serde_json::json;

use super::status::Action;
use super::store::Change;
use super::{Booking, BookingError, Bookings};
use crate::act::Act;
use crate::id::{BookingId, StaffId};
use crate::outbox::Event;
use crate::time::Instant;

/// What a customer reads when nobody answered their request in time.
const UNANSWERED: &str = "It could not be confirmed in time.";

impl Booking {
    /// The booking promised to the customer, done by this person.
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
    pub async fn approve(&self, act: &Act, id: &BookingId, staff: &StaffId) -> Result<Booking, BookingError> {
        self.0.retry_on_conflict(|| self.try_approve(act, id, staff)).await
    }

    async fn try_approve(&self, act: &Act, id: &BookingId, staff: &StaffId) -> Result<Booking, BookingError> {
        let read = self.find(id).await?;
        let mut setting = self.setting_of(&read, Some(staff)).await?;
        let worker = setting.worker()?;
        let booking = read.approved((&worker.id, &worker.display_name), act.at)?;
        setting.hold(Some(&read), &booking, act.at)?;
        let noted = json!({ "status": booking.status, "staffId": staff });
        let change = Change { action: "booking.approve", read: &read, after: &booking, setting: &setting, noted };
        let mut transaction = self.changed(act, change);
        transaction.enqueue(booking.confirmed_event().message(act.at));
        transaction.commit().await?;
        Ok(booking)
    }

    /// Turned down, with words for the customer.
    pub async fn reject(&self, act: &Act, id: &BookingId, reason: &str) -> Result<Booking, BookingError> {
        self.0.retry_on_conflict(|| self.try_reject(act, id, Action::Reject, reason)).await
    }

    /// Turned down because nobody answered.
    pub async fn reject_unanswered(&self, act: &Act, id: &BookingId) -> Result<Booking, BookingError> {
        self.0.retry_on_conflict(|| self.try_reject(act, id, Action::AutoReject, UNANSWERED)).await
    }

    async fn try_reject(
        &self,
        act: &Act,
        id: &BookingId,
        action: Action,
        reason: &str,
    ) -> Result<Booking, BookingError> {
        let read = self.find(id).await?;
        let booking = read.rejected(action, reason, act.at)?;
        let mut setting = self.setting_of(&read, None).await?;
        setting.hold(Some(&read), &booking, act.at)?;
        let noted = json!({ "status": booking.status });
        let change = Change { action: "booking.reject", read: &read, after: &booking, setting: &setting, noted };
        let mut transaction = self.changed(act, change);
        transaction.enqueue(Event::BookingRejected { booking_id: id.clone() }.message(act.at));
        transaction.commit().await?;
        Ok(booking)
    }

    /// Given to somebody, whatever its status; only an open booking takes that person's time.
    pub async fn assign(&self, act: &Act, id: &BookingId, staff: &StaffId) -> Result<Booking, BookingError> {
        self.0.retry_on_conflict(|| self.try_assign(act, id, staff)).await
    }

    async fn try_assign(&self, act: &Act, id: &BookingId, staff: &StaffId) -> Result<Booking, BookingError> {
        let read = self.find(id).await?;
        let mut setting = self.setting_of(&read, Some(staff)).await?;
        let worker = setting.worker()?;
        let booking = read.after(Action::Assign, act.at)?.with_staff(Some((&worker.id, &worker.display_name)));
        setting.hold(Some(&read), &booking, act.at)?;
        let noted = json!({ "staffId": staff });
        let change = Change { action: "booking.assign", read: &read, after: &booking, setting: &setting, noted };
        self.changed(act, change).commit().await?;
        Ok(booking)
    }
}
