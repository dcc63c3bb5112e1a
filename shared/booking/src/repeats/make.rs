//! Booking appointments that repeat: all are planned first, then booked one by one.

use std::collections::BTreeMap;

use serde_json::json;

use super::RepeatError;
use super::repeat::{Occurrence, OnConflict, Repeat, RepeatState, RepeatedService, Todo};
use super::request::MakeRepeatRequest;
use super::rules::{dates, settled};
use super::store::{Repeats, answer, finish_later, guard, of_booking, place};
use super::view::{OccurrenceView, RepeatAnswer, RepeatView};
use crate::bookings::status::BookingStatus;
use crate::bookings::{Appointment, Booking, BookingError, Bookings, NewAppointment, WantedTime};
use crate::slots::reason::Reason;
use parlour_storage::act::Act;
use parlour_storage::at_once;
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::idempotency::REMEMBERED;
use parlour_storage::outbox::NotifiableEvent;
use parlour_storage::table::{Record as _, Stored, keys};
use parlour_values::id::RepeatId;
use parlour_values::time::{Interval, IstDate, TimeOfDay};

/// How often another time is tried where somebody else takes the nearest one meanwhile.
pub(super) const TRIES: usize = 3;

/// Other times of the days that are not free, by the days the appointments were made for.
pub(super) type Alternatives = BTreeMap<IstDate, Vec<Interval>>;

impl Repeats<'_> {
    /// Books them all, or says why not. The dry run is the list.
    pub async fn make(&self, act: &Act, request: &MakeRepeatRequest) -> Result<RepeatAnswer, Failure<RepeatError>> {
        let (id, begun) = self.begun(act).await?;
        let (head, alternatives) = match begun {
            Some(head) => (head, Alternatives::new()),
            None => {
                let (planned, alternatives) = self.planned(act, id, request).await?;
                let has_conflicts = planned.occurrences.iter().any(|one| one.reason.is_some());
                if self.0.is_dry_run() {
                    return Ok(rehearsed(&planned, &alternatives));
                }
                if has_conflicts && planned.on_conflict == OnConflict::Refuse {
                    let RepeatAnswer { repeat } = rehearsed(&planned, &alternatives);
                    return Err(RepeatError::Conflicts(repeat.occurrences).into());
                }
                (self.written(act, planned).await?, alternatives)
            }
        };
        let made = self.carry_on(act, head).await?;
        let bookings = self.bookings(&made).await?;
        let mut answer = answer(&made, &bookings);
        add_alternatives(&mut answer.repeat, &alternatives);
        // Under its key the same is answered again, whoever finished it.
        let mut transaction = self.0.transaction(act);
        transaction.keep_response(&answer);
        transaction.commit().await?;
        Ok(answer)
    }

    /// The id of the repeat, and its head where it was begun under the same key. A key that was used long ago begins anew.
    async fn begun(&self, act: &Act) -> Result<(RepeatId, Option<Stored<Repeat>>), Failure<RepeatError>> {
        let Some(key) = &act.idempotency else { return Ok((self.0.random.id(), None)) };
        let id = RepeatId::from(self.0.random.issue(key.derived_id()));
        match self.0.table.get::<Repeat>(&keys::repeat(&id)).await? {
            None => Ok((id, None)),
            Some(head) if act.at.since(head.created_at) < REMEMBERED => Ok((id, Some(head))),
            Some(_) => Ok((self.0.random.id(), None)),
        }
    }

    /// The list, with what is to be done about each.
    async fn planned(
        &self,
        act: &Act,
        id: RepeatId,
        request: &MakeRepeatRequest,
    ) -> Result<(Repeat, Alternatives), Failure<RepeatError>> {
        let services: Vec<RepeatedService> = request.services.iter().map(Into::into).collect();
        let dates = dates(request.first_date, request.every_weeks.as_u32(), request.count.as_u32());
        let mut repeat = Repeat {
            id,
            customer_id: request.customer_id.clone(),
            branch_id: request.branch_id.clone(),
            service_type: request.service_type,
            services,
            start: request.start_time,
            every_weeks: request.every_weeks.as_u32(),
            on_conflict: request.on_conflict.unwrap_or(OnConflict::Refuse),
            state: RepeatState::Making,
            occurrences: Vec::new(),
            created_at: act.at,
            updated_at: act.at,
        };
        let appointment = self.appointment(act, &repeat, request.first_date).await?;
        let bookings = Bookings::of(self.0);
        let fits = dates.iter().map(|date| bookings.fit(act, appointment.on(*date, repeat.start), None, &[]));
        let fits = at_once::try_all(fits).await?;
        let mut alternatives = Alternatives::new();
        for (date, fit) in dates.into_iter().zip(fits) {
            let occurrence = match settled(&fit, repeat.start, repeat.on_conflict) {
                Ok(start) => Occurrence::to_book(date, start),
                Err(reason) => Occurrence::left_out(date, repeat.start, reason),
            };
            if let (WantedTime::Taken { alternatives: others, .. }, Some(_)) = (fit, occurrence.reason) {
                alternatives.insert(date, others);
            }
            repeat.occurrences.push(occurrence);
        }
        Ok((repeat, alternatives))
    }

    /// The terms that all of its appointments have in common.
    pub(super) async fn appointment(
        &self,
        act: &Act,
        repeat: &Repeat,
        first: IstDate,
    ) -> Result<Appointment, Failure<RepeatError>> {
        let services = repeat.pairs();
        let new = NewAppointment {
            repeat_id: &repeat.id,
            customer_id: &repeat.customer_id,
            branch_id: &repeat.branch_id,
            service_type: repeat.service_type,
            services: &services,
            first,
            start: repeat.start,
        };
        Bookings::of(self.0).appointment(act, &new).await.map_err(of_booking)
    }

    /// The head, with its list; the queue looks later whether it was finished.
    async fn written(&self, act: &Act, planned: Repeat) -> Result<Stored<Repeat>, Failure<RepeatError>> {
        let mut transaction = self.0.transaction(act);
        transaction.create(&planned);
        transaction.enqueue(finish_later(&planned.id, act.at));
        transaction.commit().await?;
        self.find(&planned.id).await
    }

    /// Books what is still to be booked, one by one.
    pub(super) async fn book_all(
        &self,
        act: &Act,
        head: &Stored<Repeat>,
    ) -> Result<Stored<Repeat>, Failure<RepeatError>> {
        let made = self.bookings(head).await?;
        let mut after = head.record.clone();
        let first = after.occurrences.first().map_or(after.created_at.ist_date(), |one| one.date);
        let appointment = match self.appointment(act, head, first).await {
            Ok(appointment) => Some(appointment),
            // Something is not on offer any more, or somebody left.
            Err(Failure::Refused(_)) => None,
            Err(failure) => return Err(failure),
        };
        for one in after.occurrences.iter_mut().filter(|one| one.todo == Some(Todo::Book)) {
            one.todo = None;
            if let Some(booking) = made.get(&one.origin) {
                (one.is_booked, one.start) = (true, booking.start);
                continue;
            }
            let booked = match &appointment {
                Some(appointment) => self.book_one(act, head, appointment, one).await?,
                None => Err(Reason::OffShift),
            };
            match booked {
                Ok(start) => (one.is_booked, one.start) = (true, start),
                Err(reason) => one.reason = Some(reason),
            }
            if one.reason.is_some() && head.on_conflict == OnConflict::Refuse {
                after.state = RepeatState::Undoing;
                return self.replaced(act, head, after).await;
            }
        }
        after.state = RepeatState::Made;
        self.write_made(act, head, after).await
    }

    /// Books one of them at its time; where somebody has taken that meanwhile, at the nearest if so is asked. When it is
    /// then, or why it is not.
    pub(super) async fn book_one(
        &self,
        act: &Act,
        head: &Stored<Repeat>,
        appointment: &Appointment,
        one: &Occurrence,
    ) -> Result<Result<TimeOfDay, Reason>, Failure<RepeatError>> {
        let bookings = Bookings::of(self.0);
        let mut start = one.start;
        for _ in 0..TRIES {
            let booking = Booking { id: head.booking_id(one.origin), ..appointment.on(one.date, start) };
            match bookings.book_appointment(act, appointment, &booking, &guard(head)).await {
                Ok(true) => return Ok(Ok(start)),
                Ok(false) => return Err(RepeatError::Overtaken.into()),
                Err(Failure::Refused(BookingError::SlotUnavailable { .. })) => {}
                Err(failure) => return Err(of_booking(failure)),
            }
            let fit = bookings.fit(act, booking, None, &[]).await?;
            match settled(&fit, head.start, head.on_conflict) {
                Ok(another) => start = another,
                Err(reason) => return Ok(Err(reason)),
            }
        }
        Ok(Err(Reason::Booked))
    }

    /// All or nothing: somebody took one of the times after the list was made, so those that were booked are cancelled again.
    /// Nobody has been told of them.
    pub(super) async fn undo_all(
        &self,
        act: &Act,
        head: &Stored<Repeat>,
    ) -> Result<Stored<Repeat>, Failure<RepeatError>> {
        for booking in self.bookings(head).await?.values().filter(|booking| place(booking).is_open) {
            self.cancel_one(act, head, booking).await?;
        }
        let mut transaction = self.0.transaction(act);
        transaction.remove(head);
        transaction.commit().await?;
        let shown = head.occurrences.iter().map(|one| one.shown(head, None));
        Err(RepeatError::Conflicts(shown.collect()).into())
    }

    pub(super) async fn replaced(
        &self,
        act: &Act,
        head: &Stored<Repeat>,
        after: Repeat,
    ) -> Result<Stored<Repeat>, Failure<RepeatError>> {
        let mut transaction = self.0.transaction(act);
        transaction.replace(head, &after);
        transaction.commit().await?;
        Ok(Stored { record: after, version: head.version.saturating_add(1) })
    }

    /// The finished list, with the one message that tells of all of them.
    async fn write_made(
        &self,
        act: &Act,
        head: &Stored<Repeat>,
        after: Repeat,
    ) -> Result<Stored<Repeat>, Failure<RepeatError>> {
        let days: Vec<IstDate> = after.occurrences.iter().filter(|one| one.is_booked).map(|one| one.origin).collect();
        let details = json!({
            "customerId": after.customer_id, "branchId": after.branch_id, "everyWeeks": after.every_weeks,
            "booked": days.len(), "leftOut": after.occurrences.len().saturating_sub(days.len()),
        });
        let mut transaction = self.0.transaction(act);
        transaction.replace(head, &after);
        if !days.is_empty() {
            let told = NotifiableEvent::RepeatMade { repeat_id: after.id.clone(), days };
            transaction.enqueue(told.message(act.at));
        }
        transaction.audit(EventType::RepeatMade, Repeat::KIND, after.id.as_str(), details);
        transaction.commit().await?;
        Ok(Stored { record: after, version: head.version.saturating_add(1) })
    }
}

/// The list as it would be made.
fn rehearsed(planned: &Repeat, alternatives: &Alternatives) -> RepeatAnswer {
    let shown = |one: &Occurrence| OccurrenceView {
        status: one.reason.is_none().then_some(BookingStatus::Confirmed),
        ..one.shown(planned, None)
    };
    let mut repeat = RepeatView::new(planned, planned.occurrences.iter().map(shown).collect());
    repeat.state = RepeatState::Made;
    add_alternatives(&mut repeat, alternatives);
    RepeatAnswer { repeat }
}

fn add_alternatives(repeat: &mut RepeatView, alternatives: &Alternatives) {
    for one in repeat.occurrences.iter_mut().filter(|one| one.reason.is_some()) {
        one.alternatives = alternatives.get(&one.date).map(|times| times.iter().copied().map(Into::into).collect());
    }
}
