//! Repeats in the table: reading one with its bookings, and carrying on with what was begun.

use std::collections::BTreeMap;

use chrono::TimeDelta;

use super::repeat::{Occurrence, Repeat, RepeatState};
use super::view::{OccurrenceView, RepeatAnswer, RepeatView};
use super::{BookedTime, RepeatError};
use crate::bookings::status::BookingStatus;
use crate::bookings::{Booking, BookingError, UnchangedRecord};
use parlour_storage::act::Act;
use parlour_storage::failure::Failure;
use parlour_storage::outbox::{OutboxMessage, Task};
use parlour_storage::salon::Salon;
use parlour_storage::table::{Record as _, Stored, TableError, keys};
use parlour_values::id::RepeatId;
use parlour_values::time::{Instant, IstDate};

/// When the queue looks whether whoever began has finished.
const FINISHED_AFTER: TimeDelta = TimeDelta::minutes(1);

pub struct Repeats<'a>(pub(super) &'a Salon);

impl<'a> Repeats<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }
}

/// The bookings of a repeat, by the days they were made for.
pub(super) type MadeBookings = BTreeMap<IstDate, Stored<Booking>>;

impl Repeats<'_> {
    pub async fn view(&self, id: &RepeatId) -> Result<RepeatAnswer, Failure<RepeatError>> {
        let repeat = self.find(id).await?;
        let bookings = self.bookings(&repeat).await?;
        Ok(answer(&repeat, &bookings))
    }

    /// The bookings that were made for these days, in the order of their times.
    pub async fn bookings_of(&self, id: &RepeatId, days: &[IstDate]) -> Result<Vec<Booking>, TableError> {
        let Some(repeat) = self.0.table.get::<Repeat>(&keys::repeat(id)).await? else { return Ok(Vec::new()) };
        let found = self.bookings(&repeat).await?;
        let mut bookings: Vec<Booking> =
            found.into_iter().filter(|(day, _)| days.contains(day)).map(|(_, booking)| booking.record).collect();
        bookings.sort_by_key(|booking| (booking.date, booking.start));
        Ok(bookings)
    }

    /// Finishes what was begun; whether there was anything to finish.
    pub async fn finish(&self, act: &Act, id: &RepeatId) -> Result<bool, Failure<RepeatError>> {
        match self.find(id).await {
            Ok(head) if head.is_busy() => match self.carry_on(act, head).await {
                Ok(_) | Err(Failure::Refused(RepeatError::Conflicts(_) | RepeatError::Unknown)) => Ok(true),
                Err(failure) => Err(failure),
            },
            Ok(_) | Err(Failure::Refused(RepeatError::Unknown)) => Ok(false),
            Err(failure) => Err(failure),
        }
    }

    pub(super) async fn find(&self, id: &RepeatId) -> Result<Stored<Repeat>, Failure<RepeatError>> {
        self.0.table.get::<Repeat>(&keys::repeat(id)).await?.ok_or(RepeatError::Unknown.into())
    }

    /// The repeat, with what was begun finished.
    pub(super) async fn settled(&self, act: &Act, id: &RepeatId) -> Result<Stored<Repeat>, Failure<RepeatError>> {
        let head = self.find(id).await?;
        if head.is_busy() { self.carry_on(act, head).await } else { Ok(head) }
    }

    pub(super) async fn bookings(&self, repeat: &Repeat) -> Result<MadeBookings, TableError> {
        let named = || repeat.occurrences.iter().map(|one| (one.origin, keys::booking(&repeat.booking_id(one.origin))));
        let mut found = self.0.table.get_many(named().map(|(_, key)| key)).await?;
        let mut bookings = MadeBookings::new();
        for (origin, key) in named() {
            if let Some(booking) = found.take::<Booking>(&key)? {
                bookings.insert(origin, booking);
            }
        }
        Ok(bookings)
    }

    /// Does what the list says is to be done. Whoever else carries on with the same list does nothing twice: every step finds
    /// what is done already, and none is taken once the head says something else.
    pub(super) async fn carry_on(
        &self,
        act: &Act,
        head: Stored<Repeat>,
    ) -> Result<Stored<Repeat>, Failure<RepeatError>> {
        let id = head.id.clone();
        let mut head = head;
        loop {
            let done = match head.state {
                RepeatState::Making => self.book_all(act, &head).await,
                RepeatState::Moving => self.move_all(act, &head).await,
                RepeatState::Cancelling => self.cancel_all(act, &head).await,
                RepeatState::Undoing => self.undo_all(act, &head).await,
                RepeatState::Made | RepeatState::Cancelled => return Ok(head),
            };
            head = match done {
                Ok(head) => head,
                // Somebody else was quicker: what is left to do stands in the head as it is now.
                Err(Failure::Refused(RepeatError::Overtaken)) => self.find(&id).await?,
                Err(Failure::Setback(setback)) if setback.failed_at(Repeat::KIND) => self.find(&id).await?,
                Err(failure) => return Err(failure),
            };
        }
    }
}

/// The check that nobody has finished or changed the list since it was read.
pub(super) fn guard(head: &Stored<Repeat>) -> UnchangedRecord {
    UnchangedRecord { label: Repeat::KIND, key: head.key(), version: head.version }
}

/// Looks later whether it was finished.
pub(super) fn finish_later(id: &RepeatId, now: Instant) -> OutboxMessage {
    OutboxMessage::new(Task::FinishRepeat { repeat_id: id.clone() }, now.plus(FINISHED_AFTER))
}

pub(super) fn of_booking(failure: Failure<BookingError>) -> Failure<RepeatError> {
    match failure {
        Failure::Refused(error) => RepeatError::Booking(error).into(),
        Failure::Setback(setback) => setback.into(),
    }
}

pub(super) fn place(booking: &Booking) -> BookedTime {
    let is_open = matches!(booking.status, BookingStatus::Pending | BookingStatus::Confirmed);
    BookedTime { date: booking.date, start: booking.start, is_open }
}

pub(super) fn answer(repeat: &Repeat, bookings: &MadeBookings) -> RepeatAnswer {
    let shown = |one: &Occurrence| one.shown(repeat, bookings.get(&one.origin).map(|booking| &booking.record));
    let mut occurrences: Vec<OccurrenceView> = repeat.occurrences.iter().map(shown).collect();
    occurrences.sort_by_key(|one| (one.date, one.start_time));
    RepeatAnswer { repeat: RepeatView::new(repeat, occurrences) }
}

impl Occurrence {
    /// The occurrence where its booking is by now, or where it was to be.
    pub(super) fn shown(&self, repeat: &Repeat, booking: Option<&Booking>) -> OccurrenceView {
        OccurrenceView {
            date: booking.map_or(self.date, |booking| booking.date),
            start_time: booking.map_or(self.start, |booking| booking.start),
            booking_id: booking.is_some().then(|| repeat.booking_id(self.origin)),
            status: booking.map(|booking| booking.status),
            reason: self.reason,
            alternatives: None,
        }
    }
}
