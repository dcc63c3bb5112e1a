//! Cancelling the following appointments.

use serde_json::json;

use super::RepeatError;
use super::repeat::{Repeat, RepeatState, Todo};
use super::store::{Repeats, answer, finish_later, guard, of_booking, place};
use super::view::RepeatAnswer;
use crate::bookings::{Booking, BookingError, Bookings};
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::outbox::NotifiableEvent;
use parlour_storage::table::{Record as _, Stored};
use parlour_values::id::RepeatId;
use parlour_values::time::IstDate;

impl Repeats<'_> {
    /// Cancels those from a day on that have not begun.
    pub async fn cancel_following(
        &self,
        act: &Act,
        id: &RepeatId,
        from: IstDate,
    ) -> Result<RepeatAnswer, Failure<RepeatError>> {
        let head = self.0.retry_on_conflict(|| self.list_cancelled(act, id, from)).await?;
        let after = self.carry_on(act, head).await?;
        let bookings = self.bookings(&after).await?;
        Ok(answer(&after, &bookings))
    }

    /// The head, which says what is to be cancelled: the same for bookings, people's time and the message.
    async fn list_cancelled(
        &self,
        act: &Act,
        id: &RepeatId,
        from: IstDate,
    ) -> Result<Stored<Repeat>, Failure<RepeatError>> {
        let head = self.settled(act, id).await?;
        let bookings = self.bookings(&head).await?;
        let mut after = Repeat { state: RepeatState::Cancelling, updated_at: act.at, ..head.record.clone() };
        let mut is_any = false;
        for one in &mut after.occurrences {
            let booking = bookings.get(&one.origin);
            if one.is_cancelled_from(booking.map(|booking| place(booking)), from, act.at) {
                (one.is_dropped, is_any) = (true, true);
                one.todo = booking.map(|_| Todo::Cancel);
            }
        }
        if !is_any {
            return Ok(head);
        }
        let mut transaction = self.0.transaction(act);
        transaction.replace(&head, &after);
        transaction.enqueue(finish_later(&after.id, act.at));
        transaction.commit().await?;
        Ok(Stored { record: after, version: head.version.saturating_add(1) })
    }

    pub(super) async fn cancel_one(
        &self,
        act: &Act,
        head: &Stored<Repeat>,
        booking: &Booking,
    ) -> Result<(), Failure<RepeatError>> {
        match Bookings::of(self.0).cancel_appointment(act, &booking.id, &guard(head)).await {
            // A booking that has begun or ended meanwhile is left alone.
            Ok(true) | Err(Failure::Refused(BookingError::Status(_))) => Ok(()),
            Ok(false) => Err(RepeatError::Overtaken.into()),
            Err(failure) => Err(of_booking(failure)),
        }
    }

    /// Cancels what is still to be cancelled, one by one.
    pub(super) async fn cancel_all(
        &self,
        act: &Act,
        head: &Stored<Repeat>,
    ) -> Result<Stored<Repeat>, Failure<RepeatError>> {
        let bookings = self.bookings(head).await?;
        let mut after = head.record.clone();
        let (mut days, mut is_ahead) = (Vec::new(), false);
        for one in &mut after.occurrences {
            let Some(booking) = bookings.get(&one.origin) else { continue };
            if one.todo.take() == Some(Todo::Cancel) {
                // A booking that has begun or was cancelled since is left alone.
                if place(booking).is_ahead(act.at) {
                    self.cancel_one(act, head, booking).await?;
                }
                days.push(one.origin);
            } else {
                is_ahead |= place(booking).is_ahead(act.at);
            }
        }
        after.state = if is_ahead { RepeatState::Made } else { RepeatState::Cancelled };
        let mut transaction = self.0.transaction(act);
        transaction.replace(head, &after);
        let details = json!({ "customerId": after.customer_id, "branchId": after.branch_id, "cancelled": days.len() });
        if !days.is_empty() {
            let told = NotifiableEvent::RepeatCancelled { repeat_id: after.id.clone(), days };
            transaction.enqueue(told.message(act.at));
        }
        transaction.audit(EventType::RepeatCancelled, Repeat::KIND, after.id.as_str(), details);
        transaction.commit().await?;
        Ok(Stored { record: after, version: head.version.saturating_add(1) })
    }
}
