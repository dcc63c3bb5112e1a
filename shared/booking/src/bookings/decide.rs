//! The desk's decisions: approve, reject, assign.

use serde_json::json;

use super::assignment::{AssignmentContext, AssignmentTarget};
use super::given::forced;
use super::request::{Assignees, RejectRequest, StaffChoice};
use super::status::{Action, BookingStatus};
use super::store::{BookingChange, rooms_of};
use super::{Booking, BookingError, Bookings, Placed};
use parlour_people::auth::Caller;
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::outbox::NotifiableEvent;
use parlour_storage::table::Stored;
use parlour_values::id::{BookingId, StaffId};
use parlour_values::language::Language;
use parlour_values::time::Instant;

/// The rejection reason of a request that expired, as the API says it.
const UNANSWERED: &str = "It could not be confirmed in time.";
const UNANSWERED_IN_HINDI: &str = "समय रहते इसकी पुष्टि नहीं हो सकी।";

impl Booking {
    /// The booking, confirmed.
    fn approved(&self, now: Instant) -> Result<Self, BookingError> {
        let approved = self.after(Action::Approve, now)?;
        Ok(Self { confirmed_at: Some(now), reminded: approved.reminders_behind(now), ..approved })
    }

    fn rejected(&self, action: Action, reason: &str, now: Instant) -> Result<Self, BookingError> {
        let rejected = self.after(action, now)?;
        Ok(Self { rejected_at: Some(now), rejection_reason: Some(reason.to_owned()), ..rejected })
    }

    /// As its customer reads it: what the desk wrote stays as it is, what we say by ourselves is in their language.
    pub fn rejection_reason_in(&self, language: Language) -> Option<&str> {
        let reason = self.rejection_reason.as_deref()?;
        Some(if reason == UNANSWERED && language == Language::Hindi { UNANSWERED_IN_HINDI } else { reason })
    }
}

/// Why a request is turned down, and whether its customer is told.
struct Rejection<'a> {
    action: Action,
    reason: &'a str,
    notify: Option<bool>,
}

impl Bookings<'_> {
    /// Confirms it with these people.
    pub async fn approve(
        &self,
        caller: &Caller,
        id: &BookingId,
        choice: &StaffChoice,
    ) -> Result<Placed, Failure<BookingError>> {
        let (act, is_forced) = (&caller.act, forced(caller, choice.force)?);
        self.0
            .retry_on_conflict(|| async move {
                let to = choice.assignees().ok_or_else(nobody)?;
                let read = self.find(id).await?;
                let mut context = self.context_of(&read, Some(to)).await?;
                let given = read.approved(act.at)?.given(to, read.start, &context)?;
                read.refuse_starts(to, &context, act.at)?;
                context.refuse_roomless(&given, to.field())?;
                context.refuse_unskilled(&given, is_forced)?;
                let given = Booking { reminded: given.reminders_behind(act.at), ..given };
                let booking = context.hold(Some(&read), given, act.at)?;
                let warnings = context.warnings(&booking, act.at);
                let audit_details = json!({ "status": booking.status, "staffId": booking.staff_id() });
                let change = BookingChange {
                    what: EventType::BookingConfirmed,
                    read: &read,
                    after: &booking,
                    context: &context,
                    audit_details,
                };
                let mut transaction = self.changed(act, change).await?;
                if booking.time() != read.time() {
                    transaction.enqueue(booking.noshow_check());
                }
                transaction.enqueue(booking.confirmed_event().message(act.at));
                transaction.commit().await?;
                Ok(Placed { booking, warnings })
            })
            .await
    }

    /// The reason is shown to the customer.
    pub async fn reject(
        &self,
        act: &Act,
        id: &BookingId,
        request: &RejectRequest,
    ) -> Result<Booking, Failure<BookingError>> {
        let why = Rejection { action: Action::Reject, reason: &request.rejection_reason, notify: request.notify };
        self.0.retry_on_conflict(|| self.turn_down(act, id, &why)).await
    }

    /// Rejects a request that the desk did not answer in time.
    pub async fn reject_unanswered(&self, act: &Act, id: &BookingId) -> Result<Booking, Failure<BookingError>> {
        let why = Rejection { action: Action::AutoReject, reason: UNANSWERED, notify: None };
        self.0.retry_on_conflict(|| self.turn_down(act, id, &why)).await
    }

    async fn turn_down(
        &self,
        act: &Act,
        id: &BookingId,
        why: &Rejection<'_>,
    ) -> Result<Booking, Failure<BookingError>> {
        let read = self.find(id).await?;
        let rejected = read.rejected(why.action, why.reason, act.at)?;
        let mut context = self.context_of(&read, None).await?;
        let booking = context.hold(Some(&read), rejected, act.at)?;
        let audit_details = json!({ "status": booking.status });
        let change = BookingChange {
            what: EventType::BookingRejected,
            read: &read,
            after: &booking,
            context: &context,
            audit_details,
        };
        let mut transaction = self.changed(act, change).await?;
        if why.notify != Some(false) {
            transaction.enqueue(NotifiableEvent::BookingRejected { booking_id: id.clone() }.message(act.at));
        }
        transaction.commit().await?;
        Ok(booking)
    }

    /// Gives it to these people in any status; only an open booking takes their time. When it was, or would have been, stays as
    /// it is once it will not come any more.
    pub async fn assign(
        &self,
        caller: &Caller,
        id: &BookingId,
        choice: &StaffChoice,
    ) -> Result<Placed, Failure<BookingError>> {
        let is_forced = forced(caller, choice.force)?;
        let to = choice.assignees().ok_or_else(nobody)?;
        self.0.retry_on_conflict(|| self.write_assigned(&caller.act, id, to, is_forced)).await
    }

    async fn write_assigned(
        &self,
        act: &Act,
        id: &BookingId,
        to: Assignees<'_>,
        is_forced: bool,
    ) -> Result<Placed, Failure<BookingError>> {
        let read = self.find(id).await?;
        let mut context = self.context_of(&read, Some(to)).await?;
        let given = if read.status.holds_time() {
            read.record.clone().given(to, read.start, &context)?
        } else {
            read.record.clone().given_as_it_is(to, &context)?
        };
        read.refuse_starts(to, &context, act.at)?;
        if given == read.record {
            let warnings = context.warnings(&given, act.at);
            return Ok(Placed { booking: given, warnings });
        }
        context.refuse_roomless(&given, to.field())?;
        context.refuse_unskilled(&given, is_forced)?;
        let mut given = given.after(Action::Assign, act.at).map_err(BookingError::from)?;
        // The person who takes it on is free for it.
        given.overlaps &= !given.status.holds_time();
        if given.start != read.start {
            given.reminded = given.reminders_behind(act.at);
        }
        let booking = self.hold_given(&mut context, &read, given, act.at).await?;
        let warnings = context.warnings(&booking, act.at);
        self.write_change_of_people(act, &read, &booking, &context).await?;
        Ok(Placed { booking, warnings })
    }

    /// Moves its time to those who have it now. Only others' bookings take them from a customer who is being served.
    async fn hold_given(
        &self,
        context: &mut AssignmentContext,
        read: &Booking,
        given: Booking,
        now: Instant,
    ) -> Result<Booking, Failure<BookingError>> {
        if given.status != BookingStatus::InProgress {
            return Ok(context.hold(Some(read), given, now)?);
        }
        if self.meets_others(context, &given, now).await? {
            let alternatives = context.alternatives(&given, now);
            return Err(BookingError::SlotUnavailable { alternatives }.into());
        }
        context.release(read);
        Ok(context.hold_served(given, now))
    }

    async fn write_change_of_people(
        &self,
        act: &Act,
        read: &Stored<Booking>,
        booking: &Booking,
        context: &AssignmentContext,
    ) -> Result<(), Failure<BookingError>> {
        let audit_details = json!({ "staffId": booking.staff_id() });
        let what = EventType::BookingAssigned;
        let change = BookingChange { what, read, after: booking, context, audit_details };
        let mut transaction = self.changed(act, change).await?;
        if booking.time() != read.time() {
            transaction.enqueue(booking.noshow_check());
        }
        match booking.status {
            // A request is rejected at its start.
            BookingStatus::Pending if booking.start != read.start => {
                booking.start_check(act.at).into_iter().for_each(|check| transaction.enqueue(check));
            }
            // Whoever has a promise is told when any hour of it is another.
            BookingStatus::Confirmed if booking.time() != read.time() || booking.times() != read.times() => {
                transaction.enqueue(booking.rescheduled_event(false).message(act.at));
            }
            _ => {}
        }
        Ok(transaction.commit().await?)
    }

    /// Gives what one person was to do of a booking to another, as they are: the first is leaving.
    pub async fn hand_over(
        &self,
        act: &Act,
        id: &BookingId,
        from: &StaffId,
        to: &StaffId,
    ) -> Result<(), Failure<BookingError>> {
        self.0
            .retry_on_conflict(|| async move {
                let read = self.find(id).await?;
                if !read.staff_ids().contains(&from) {
                    return Ok(());
                }
                let staff = read.staff_ids().into_iter().map(|staff| if staff == from { to } else { staff }).collect();
                let rooms = rooms_of(&read, Assignees::One(to));
                let named_rooms = Vec::new();
                let target = AssignmentTarget { branch: &read.branch_id, date: read.date, staff, rooms, named_rooms };
                let mut context = AssignmentContext::read(self.0, &target, Some(&read)).await?;
                let name = context.worker(to).map(|worker| worker.display_name.clone());
                let name = name.ok_or_else(|| BookingError::invalid("staffId", "must be an active staff member"))?;
                let mut given = read.after(Action::Assign, act.at).map_err(BookingError::from)?;
                for service in given.services.iter_mut().filter(|service| service.staff_id.as_ref() == Some(from)) {
                    service.staff_id = Some(to.clone());
                    service.staff_name = Some(name.clone());
                }
                if given.asks_twice() {
                    return Err(BookingError::invalid("staffId", "must not have two services at the same time").into());
                }
                given.overlaps &= !given.status.holds_time();
                let booking = self.hold_given(&mut context, &read, given, act.at).await?;
                self.write_change_of_people(act, &read, &booking, &context).await
            })
            .await
    }
}

/// A request that was read names somebody.
fn nobody() -> BookingError {
    BookingError::invalid("staffId", "is required, unless services say who does what")
}

#[cfg(test)]
mod tests {
    use super::super::Reminded;
    use super::super::new_booking::tests::requested;
    use super::*;

    /// An hour before it starts.
    fn now() -> Instant {
        "2026-11-16T10:00:00+05:30".parse().unwrap()
    }

    #[test]
    fn an_approved_booking_is_not_reminded_of_what_is_near() {
        let approved = requested().approved(now()).unwrap();
        assert_eq!((approved.status, approved.confirmed_at), (BookingStatus::Confirmed, Some(now())));
        assert_eq!(approved.reminded, Reminded::DayBefore);
    }

    #[test]
    fn a_rejected_booking_says_when_and_why() {
        let rejected = requested().rejected(Action::Reject, "Fully booked", now()).unwrap();
        assert_eq!((rejected.status, rejected.rejected_at), (BookingStatus::Rejected, Some(now())));
        assert_eq!(rejected.rejection_reason.as_deref(), Some("Fully booked"));
    }
}
