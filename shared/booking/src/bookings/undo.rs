//! Taking back what happened to a booking: a no-show that was none, a completion whose invoice is void, a session that was
//! not taken.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::status::{Action, BookingStatus};
use super::time_ledger::VisitTime;
use super::{Booking, BookingError, Bookings, Reminded};
use parlour_people::auth::User;
use parlour_people::customers::{Profile, save_profile};
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::table::{Condition, Key, Places, Record, is_default, keys};
use parlour_values::id::BookingId;
use parlour_values::time::Instant;

/// Says that a no-show was counted on the customer's profile, and what that ended. It is written in the transaction that
/// counts, and goes when the no-show is taken back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NoShowMark {
    key: String,
    at: Instant,
    /// How many completed bookings in a row the customer had until then.
    #[serde(default, skip_serializing_if = "is_default")]
    pub ended_row: u32,
}

/// Long enough for any message about it to be delivered again.
const KEPT: TimeDelta = TimeDelta::days(400);

impl NoShowMark {
    pub fn new(booking: &BookingId, ended_row: u32, at: Instant) -> Self {
        Self { key: Self::name(booking), at, ended_row }
    }

    fn name(booking: &BookingId) -> String {
        format!("noshow-escalation#{booking}")
    }

    pub fn key_of(booking: &BookingId) -> Key {
        keys::sent(&Self::name(booking))
    }
}

impl Record for NoShowMark {
    const KIND: &'static str = "noshow_mark";

    fn key(&self) -> Key {
        keys::sent(&self.key)
    }

    fn places(&self) -> Places {
        Places { ttl: Some(self.at.plus(KEPT)), ..Places::default() }
    }
}

impl Booking {
    /// On the day it was marked. Older rows do not say when: they were last changed then.
    pub(super) fn may_undo_no_show(&self, now: Instant) -> bool {
        self.missed_at.unwrap_or(self.updated_at).ist_date() == now.ist_date()
    }

    fn no_show_undone(&self, now: Instant) -> Result<Self, BookingError> {
        let undone = self.after(Action::UndoNoShow, now)?;
        if !self.may_undo_no_show(now) {
            return Err(BookingError::NoShowOfAnotherDay);
        }
        Ok(Self { missed_at: None, reminded: undone.reminders_behind(now), ..undone })
    }

    /// As before it was completed: only a customer who was checked in has a time of that.
    #[must_use]
    pub fn completion_undone(&self, now: Instant) -> Self {
        let status = if self.checked_in_at.is_some() { BookingStatus::InProgress } else { BookingStatus::Confirmed };
        // A customer who has come needs no reminder.
        let reminded = if self.checked_in_at.is_some() { Reminded::All } else { self.reminders_behind(now) };
        let undone = Self {
            status,
            completed_at: None,
            invoice_id: None,
            offer_id: None,
            paid: None,
            reminded,
            is_in_doubt: true,
            revision: self.revision.saturating_add(1),
            updated_at: now,
            ..self.clone().as_booked()
        };
        undone.ending_with_services()
    }

    /// A session that was not taken after all: it was never planned, so nothing is left to come.
    #[must_use]
    pub fn session_undone(&self, reason: &str, now: Instant) -> Self {
        Self {
            status: BookingStatus::Cancelled,
            completed_at: None,
            invoice_id: None,
            paid: None,
            cancelled_at: Some(now),
            cancellation_reason: Some(reason.to_owned()),
            revision: self.revision.saturating_add(1),
            updated_at: now,
            ..self.clone()
        }
    }
}

impl Bookings<'_> {
    /// Takes a no-show back on its own day: the booking is confirmed again and holds its time, and the customer's counters
    /// are as before it.
    pub async fn undo_no_show(&self, act: &Act, id: &BookingId) -> Result<Booking, Failure<BookingError>> {
        self.0
            .retry_on_conflict(|| async move {
                let salon = self.0;
                let read = self.find(id).await?;
                let mut booking = read.no_show_undone(act.at)?;
                let (user, profile) = (keys::user(&read.customer_id), keys::profile(&read.customer_id));
                let mark = NoShowMark::key_of(id);
                let wanted = [user.clone(), profile.clone(), mark.clone()];
                let (mut found, mut time) =
                    tokio::try_join!(salon.table.get_many(wanted), VisitTime::read(salon, &read))?;
                time.take_again(&mut booking, act.at);
                let mut transaction = salon.transaction(act);
                transaction.replace(&read, &booking);
                time.write(&mut transaction);
                booking.noshow_check_again(act.at).into_iter().for_each(|check| transaction.enqueue(check));
                match found.take::<NoShowMark>(&mark)? {
                    Some(counted) => {
                        transaction.remove(&counted);
                        let person = found.take::<User>(&user)?.zip(found.take::<Profile>(&profile)?);
                        if let Some((user, read)) = person {
                            let no_shows = read.no_shows().without_no_show(counted.ended_row);
                            let profile = read.record.clone().with_no_shows(no_shows);
                            let profile = Profile { row_began_at: None, updated_at: act.at, ..profile };
                            save_profile(&mut transaction, &user, Some(&read), &profile);
                        }
                    }
                    // It is not counted yet, and will not be.
                    None => transaction.check(NoShowMark::KIND, mark, Condition::Absent),
                }
                let details =
                    json!({ "status": booking.status, "overlaps": booking.overlaps, "branchId": booking.branch_id });
                transaction.audit(EventType::BookingNoShowUndone, Booking::KIND, id.as_str(), details);
                transaction.commit().await?;
                Ok(booking)
            })
            .await
    }
}

#[cfg(test)]
mod tests {
    use super::super::BookedService;
    use super::super::new_booking::tests::requested;
    use super::*;
    use parlour_storage::table::rewritten;
    use parlour_values::money::Paise;
    use parlour_values::time::Minutes;

    fn at(text: &str) -> Instant {
        text.parse().unwrap()
    }

    #[test]
    fn the_golden_row_of_a_no_show_that_was_counted_is_read_and_written() {
        let golden = json!({
            "PK": { "S": "SENT#noshow-escalation#b1" }, "SK": { "S": "SENT" },
            "kind": { "S": "noshow_mark" }, "format": { "N": "1" }, "v": { "N": "1" },
            "key": { "S": "noshow-escalation#b1" }, "at": { "S": "2026-11-16T04:30:00.000Z" }, "ended_row": { "N": "3" },
        });
        assert_eq!(rewritten::<NoShowMark>(golden.clone()).unwrap(), golden);
    }

    #[test]
    fn a_no_show_is_taken_back_until_its_day_is_over() {
        let missed_at = Some(at("2026-11-16T12:00:00+05:30"));
        let missed = Booking { status: BookingStatus::NoShow, missed_at, ..requested() };
        let undone = missed.no_show_undone(at("2026-11-16T23:59:59+05:30")).unwrap();
        assert_eq!((undone.status, undone.missed_at), (BookingStatus::Confirmed, None));
        let late = missed.no_show_undone(at("2026-11-17T00:00:00+05:30"));
        assert!(matches!(late, Err(BookingError::NoShowOfAnotherDay)));
    }

    #[test]
    fn a_completion_goes_back_to_where_it_came_from() {
        let now = at("2026-11-16T12:00:00+05:30");
        for (checked_in_at, status) in [(None, BookingStatus::Confirmed), (Some(now), BookingStatus::InProgress)] {
            let completed = Booking {
                status: BookingStatus::Completed,
                checked_in_at,
                completed_at: Some(now),
                invoice_id: Some("i1".into()),
                offer_id: Some("diwali".into()),
                paid: Some(Paise(1)),
                ..requested()
            };
            let undone = completed.completion_undone(now);
            assert_eq!((undone.status, undone.completed_at, undone.invoice_id), (status, None, None));
            assert_eq!((undone.offer_id, undone.paid, undone.checked_in_at), (None, None, checked_in_at));
            assert!(undone.is_in_doubt);
        }
    }

    #[test]
    fn a_completion_taken_back_leaves_the_time_that_was_booked() {
        let booked = Booking { status: BookingStatus::Completed, ..requested() };
        let longer = BookedService { duration: Minutes(120), ..booked.services[0].clone() };
        let now = at("2026-11-16T12:00:00+05:30");
        for completed in [
            booked.clone().billed(vec![longer]),
            Booking { end: at("2026-11-16T18:00:00+05:30").ist_time(), ..booked.clone() },
        ] {
            assert_ne!(completed.end, booked.end);
            let undone = completed.completion_undone(now);
            assert_eq!((undone.time(), &undone.services), (booked.time(), &booked.services));
        }
    }

    #[test]
    fn who_was_not_checked_in_is_reminded_again_after_a_completion_was_taken_back() {
        let then = at("2026-11-15T10:00:00+05:30");
        for (checked_in_at, reminded) in [(None, Reminded::Nothing), (Some(then), Reminded::All)] {
            let completed = Booking { status: BookingStatus::Completed, checked_in_at, ..requested() };
            assert_eq!(completed.completion_undone(then).reminded, reminded);
        }
    }

    #[test]
    fn the_check_for_a_no_show_comes_again_where_it_has_come() {
        let booking = Booking { status: BookingStatus::Confirmed, ..requested() };
        let due = |booking: &Booking, now: &str| booking.noshow_check_again(at(now)).map(|check| check.due);
        assert_eq!(due(&booking, "2026-11-16T12:29:59+05:30"), None, "it is still to come");
        assert_eq!(due(&booking, "2026-11-16T12:30:00+05:30"), Some(at("2026-11-16T12:45:00+05:30")));
        let present = Booking { status: BookingStatus::InProgress, ..booking };
        assert_eq!(due(&present, "2026-11-16T12:30:00+05:30"), None);
    }
}
