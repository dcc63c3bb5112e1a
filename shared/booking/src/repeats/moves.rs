//! Moving the following appointments: to another time, to other people, to another rhythm.

use std::collections::BTreeSet;

use serde_json::json;

use super::RepeatError;
use super::make::{Alternatives, TRIES};
use super::repeat::{Occurrence, OnConflict, Repeat, RepeatState, RepeatedService, Todo};
use super::request::MoveRepeatRequest;
use super::rules::{date_problem, order, settled, targets};
use super::store::{MadeBookings, Repeats, answer, finish_later, guard, of_booking, place};
use super::view::{OccurrenceView, RepeatAnswer};
use crate::bookings::status::BookingStatus;
use crate::bookings::{Appointment, AppointmentMove, Booking, BookingError, Bookings, WantedTime};
use crate::slots::reason::Reason;
use parlour_storage::act::Act;
use parlour_storage::at_once;
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::outbox::NotifiableEvent;
use parlour_storage::table::{Record as _, Stored};
use parlour_values::id::{RepeatId, ServiceId, StaffId};
use parlour_values::time::{IstDate, TimeOfDay};

/// A move that is listed in the head, or only rehearsed.
enum Moved {
    Begun(Stored<Repeat>, Alternatives),
    Rehearsed(RepeatAnswer),
}

/// One of the following appointments, with where it is to be.
struct MoveTarget<'a> {
    origin: IstDate,
    date: IstDate,
    /// None where it was left out when the others were booked.
    booking: Option<&'a Booking>,
}

impl Repeats<'_> {
    /// Moves those from a day on that have not begun and were not moved on their own. The dry run is the list.
    pub async fn move_following(
        &self,
        act: &Act,
        id: &RepeatId,
        request: &MoveRepeatRequest,
    ) -> Result<RepeatAnswer, Failure<RepeatError>> {
        let (head, alternatives) = match self.0.retry_on_conflict(|| self.list_moved(act, id, request)).await? {
            Moved::Begun(head, alternatives) => (head, alternatives),
            Moved::Rehearsed(answer) => return Ok(answer),
        };
        let after = self.carry_on(act, head).await?;
        let bookings = self.bookings(&after).await?;
        Ok(with_alternatives(answer(&after, &bookings), &after, &alternatives))
    }

    /// The head, which says what is to be moved where: the same for bookings, people's time and the message.
    async fn list_moved(
        &self,
        act: &Act,
        id: &RepeatId,
        request: &MoveRepeatRequest,
    ) -> Result<Moved, Failure<RepeatError>> {
        let head = self.settled(act, id).await?;
        let bookings = self.bookings(&head).await?;
        let mut after = Repeat { state: RepeatState::Moving, updated_at: act.at, ..head.record.clone() };
        after.start = request.start_time.unwrap_or(head.start);
        after.every_weeks = request.every_weeks.map_or(head.every_weeks, |weeks| weeks.as_u32());
        let people = services_after(&head, request)?;
        if let Some(people) = &people {
            after.services.clone_from(people);
        }
        let following: Vec<&Occurrence> = head
            .occurrences
            .iter()
            .filter(|one| one.is_moved_from(bookings.get(&one.origin).map(|found| place(found)), request.from, act.at))
            .collect();
        let dates: Vec<IstDate> = following.iter().map(|one| one.date).collect();
        let dates = targets(&dates, request.from, request.every_weeks.map(|weeks| weeks.as_u32()));
        let (Some(first), Some(last)) = (dates.first(), dates.last()) else {
            return Ok(Moved::Begun(head, Alternatives::new()));
        };
        if let Some(problem) = date_problem(*last, act.at.ist_date()) {
            return Err(RepeatError::invalid("everyWeeks", &format!("its last day {problem}")).into());
        }
        let wanted: Vec<MoveTarget<'_>> = following
            .iter()
            .zip(&dates)
            .map(|(one, date)| MoveTarget {
                origin: one.origin,
                date: *date,
                booking: bookings.get(&one.origin).map(|found| &found.record),
            })
            .collect();
        if let Some(booking) = wanted.iter().find_map(|target| target.booking) {
            let pairs = after.pairs();
            let people = people.is_some().then_some(pairs.as_slice());
            let to = AppointmentMove { date: *first, start: after.start, people };
            Bookings::of(self.0).check_move(act, booking, &to).await.map_err(of_booking)?;
        }
        let alternatives = self.plan_moves(act, &mut after, &wanted, people.is_some()).await?;
        if self.0.is_dry_run() {
            return Ok(Moved::Rehearsed(rehearsed(&after, &bookings, &alternatives)));
        }
        if !alternatives.is_empty() && after.on_conflict == OnConflict::Refuse {
            let RepeatAnswer { repeat } = rehearsed(&after, &bookings, &alternatives);
            return Err(RepeatError::Conflicts(repeat.occurrences).into());
        }
        // Everything is there already.
        if after == (Repeat { state: after.state, updated_at: after.updated_at, ..head.record.clone() }) {
            return Ok(Moved::Begun(head, alternatives));
        }
        let mut transaction = self.0.transaction(act);
        transaction.replace(&head, &after);
        transaction.enqueue(finish_later(&after.id, act.at));
        transaction.commit().await?;
        let version = head.version.saturating_add(1);
        Ok(Moved::Begun(Stored { record: after, version }, alternatives))
    }

    /// Says of each of the following what is to be done with it. Those that move are not in each other's way; those that
    /// cannot are in everybody's.
    async fn plan_moves(
        &self,
        act: &Act,
        after: &mut Repeat,
        wanted: &[MoveTarget<'_>],
        reassigns: bool,
    ) -> Result<Alternatives, Failure<RepeatError>> {
        let appointment = self.appointment_if_needed(act, after, wanted).await?;
        let (start, pairs) = (after.start, after.pairs());
        let mut staying: BTreeSet<IstDate> = BTreeSet::new();
        let fits = loop {
            let gone: Vec<&Booking> = wanted
                .iter()
                .filter(|target| !staying.contains(&target.origin))
                .filter_map(|target| target.booking)
                .collect();
            let fits = wanted.iter().map(|target| {
                let appointment = appointment.as_ref();
                let people = reassigns.then_some(pairs.as_slice());
                self.fit(act, target, start, people, appointment, &gone)
            });
            let fits = at_once::try_all(fits).await?;
            let stays = |fit: &WantedTime| settled(fit, start, after.on_conflict).is_err();
            let more: BTreeSet<IstDate> =
                wanted.iter().zip(&fits).filter(|(_, fit)| stays(fit)).map(|(target, _)| target.origin).collect();
            if more.is_subset(&staying) || after.on_conflict == OnConflict::Refuse {
                break fits;
            }
            staying.extend(more);
        };
        let mut alternatives = Alternatives::new();
        for (target, fit) in wanted.iter().zip(fits) {
            let Some(one) = after.occurrences.iter_mut().find(|one| one.origin == target.origin) else { continue };
            match settled(&fit, start, after.on_conflict) {
                Ok(start) if let Some(booking) = target.booking => {
                    let is_given = !reassigns || booking.is_given(&pairs);
                    let is_there = is_given && (one.date, one.start) == (target.date, start);
                    one.reason = None;
                    one.todo = (!is_there).then_some(Todo::Move { date: target.date, start, reassigns });
                }
                Ok(start) => {
                    (one.date, one.start, one.reason, one.todo) = (target.date, start, None, Some(Todo::Book));
                }
                Err(reason) => {
                    one.reason = Some(reason);
                    let WantedTime::Taken { alternatives: others, .. } = fit else { continue };
                    alternatives.insert(one.origin, others);
                }
            }
        }
        Ok(alternatives)
    }

    /// The appointment to book where one was left out; none where none was, or where it is not on offer any more.
    async fn appointment_if_needed(
        &self,
        act: &Act,
        after: &Repeat,
        wanted: &[MoveTarget<'_>],
    ) -> Result<Option<Appointment>, Failure<RepeatError>> {
        let Some(first) = wanted.iter().find(|target| target.booking.is_none()) else { return Ok(None) };
        match self.appointment(act, after, first.date).await {
            Ok(appointment) => Ok(Some(appointment)),
            Err(Failure::Refused(_)) => Ok(None),
            Err(failure) => Err(failure),
        }
    }

    async fn fit(
        &self,
        act: &Act,
        target: &MoveTarget<'_>,
        start: TimeOfDay,
        people: Option<&[(ServiceId, StaffId)]>,
        appointment: Option<&Appointment>,
        gone: &[&Booking],
    ) -> Result<WantedTime, Failure<RepeatError>> {
        let bookings = Bookings::of(self.0);
        match (target.booking, appointment) {
            (Some(booking), _) => {
                let to = AppointmentMove { date: target.date, start, people };
                let moved = booking.repeated_at(&to, act.at).map_err(RepeatError::from)?;
                Ok(bookings.fit(act, moved, Some(booking), gone).await?)
            }
            (None, Some(appointment)) => Ok(bookings.fit(act, appointment.on(target.date, start), None, gone).await?),
            (None, None) => Ok(WantedTime::Taken { reason: Reason::OffShift, alternatives: Vec::new() }),
        }
    }

    /// Moves what is still to be moved, one by one, and books what was left out before.
    pub(super) async fn move_all(
        &self,
        act: &Act,
        head: &Stored<Repeat>,
    ) -> Result<Stored<Repeat>, Failure<RepeatError>> {
        let bookings = self.bookings(head).await?;
        let mut after = head.record.clone();
        let ways: Vec<(IstDate, IstDate)> = after.occurrences.iter().map(Occurrence::way).collect();
        let mut days = Vec::new();
        for at in order(&ways) {
            let Some(one) = after.occurrences.get_mut(at) else { continue };
            let moved = match one.todo.take() {
                Some(Todo::Move { date, start, reassigns }) => {
                    let Some(booking) = bookings.get(&one.origin) else { continue };
                    self.move_one(act, head, one, booking, (date, start, reassigns)).await?
                }
                Some(Todo::Book) => self.book_late(act, head, one, &bookings).await?,
                Some(Todo::Cancel) | None => false,
            };
            if moved {
                days.push(one.origin);
            }
        }
        after.state = RepeatState::Made;
        after.sort();
        let mut transaction = self.0.transaction(act);
        transaction.replace(head, &after);
        let details = json!({ "customerId": after.customer_id, "branchId": after.branch_id, "moved": days.len() });
        if !days.is_empty() {
            let told = NotifiableEvent::RepeatMoved { repeat_id: after.id.clone(), days };
            transaction.enqueue(told.message(act.at));
        }
        transaction.audit(EventType::RepeatMoved, Repeat::KIND, after.id.as_str(), details);
        transaction.commit().await?;
        Ok(Stored { record: after, version: head.version.saturating_add(1) })
    }

    /// Moves one of them; whether it is where it should be then.
    async fn move_one(
        &self,
        act: &Act,
        head: &Stored<Repeat>,
        one: &mut Occurrence,
        booking: &Booking,
        (date, start, reassigns): (IstDate, TimeOfDay, bool),
    ) -> Result<bool, Failure<RepeatError>> {
        let is = place(booking);
        let is_moved = (is.date, is.start) == (date, start) && (!reassigns || booking.is_given(&head.pairs()));
        if is_moved {
            (one.date, one.start) = (date, start);
            return Ok(true);
        }
        // Somebody moved or ended it on its own meanwhile.
        if !is.is_ahead(act.at) || (is.date, is.start) != (one.date, one.start) {
            return Ok(false);
        }
        let (bookings, pairs) = (Bookings::of(self.0), head.pairs());
        let people = reassigns.then_some(pairs.as_slice());
        let mut start = start;
        for _ in 0..TRIES {
            let to = AppointmentMove { date, start, people };
            match bookings.move_appointment(act, &booking.id, &to, &guard(head)).await {
                Ok(true) => {
                    (one.date, one.start) = (date, start);
                    return Ok(true);
                }
                Ok(false) => return Err(RepeatError::Overtaken.into()),
                Err(Failure::Refused(BookingError::SlotUnavailable { .. })) => {}
                // It has begun, or somebody has left.
                Err(Failure::Refused(_)) => return Ok(false),
                Err(failure) => return Err(of_booking(failure)),
            }
            let moved = booking.repeated_at(&to, act.at).map_err(RepeatError::from)?;
            let fit = bookings.fit(act, moved, Some(booking), &[]).await?;
            match settled(&fit, head.start, head.on_conflict) {
                Ok(another) => start = another,
                Err(reason) => {
                    one.reason = Some(reason);
                    return Ok(false);
                }
            }
        }
        one.reason = Some(Reason::Booked);
        Ok(false)
    }

    /// Books one that was left out before; whether it is booked then.
    async fn book_late(
        &self,
        act: &Act,
        head: &Stored<Repeat>,
        one: &mut Occurrence,
        bookings: &MadeBookings,
    ) -> Result<bool, Failure<RepeatError>> {
        if let Some(booking) = bookings.get(&one.origin) {
            (one.is_booked, one.start) = (true, booking.start);
            return Ok(true);
        }
        let booked = match self.appointment(act, head, one.date).await {
            Ok(appointment) => self.book_one(act, head, &appointment, one).await?,
            Err(Failure::Refused(_)) => Err(Reason::OffShift),
            Err(failure) => return Err(failure),
        };
        match booked {
            Ok(start) => (one.is_booked, one.start) = (true, start),
            Err(reason) => one.reason = Some(reason),
        }
        Ok(one.is_booked)
    }
}

impl Occurrence {
    /// From which day to which it goes.
    fn way(&self) -> (IstDate, IstDate) {
        match self.todo {
            Some(Todo::Move { date, .. }) => (self.date, date),
            Some(Todo::Book | Todo::Cancel) | None => (self.date, self.date),
        }
    }
}

impl Repeat {
    /// The services with who does each.
    pub(super) fn pairs(&self) -> Vec<(ServiceId, StaffId)> {
        self.services.iter().map(|one| (one.service_id.clone(), one.staff_id.clone())).collect()
    }
}

/// The services with the people asked for; none where they stay.
fn services_after(
    repeat: &Repeat,
    request: &MoveRepeatRequest,
) -> Result<Option<Vec<RepeatedService>>, Failure<RepeatError>> {
    if let Some(staff_id) = &request.staff_id {
        let by_them = |one: &RepeatedService| RepeatedService { staff_id: staff_id.clone(), ..one.clone() };
        return Ok(Some(repeat.services.iter().map(by_them).collect()));
    }
    let Some(services) = &request.services else { return Ok(None) };
    let is_own = |id: &ServiceId| repeat.services.iter().any(|own| own.service_id == *id);
    if services.len() != repeat.services.len() || !services.iter().all(|one| is_own(&one.service_id)) {
        return Err(RepeatError::invalid("services", "must be the services of the booking, all of them").into());
    }
    Ok(Some(services.iter().map(Into::into).collect()))
}

/// The list as it would be after the move.
fn rehearsed(after: &Repeat, bookings: &MadeBookings, alternatives: &Alternatives) -> RepeatAnswer {
    let mut as_if = Repeat { state: RepeatState::Made, ..after.clone() };
    let shown = |one: &Occurrence| {
        let shown = one.shown(after, bookings.get(&one.origin).map(|found| &found.record));
        match one.todo {
            Some(Todo::Move { date, start, .. }) => OccurrenceView { date, start_time: start, ..shown },
            Some(Todo::Book) => OccurrenceView { status: Some(BookingStatus::Confirmed), ..shown },
            Some(Todo::Cancel) | None => shown,
        }
    };
    let mut occurrences: Vec<(IstDate, OccurrenceView)> =
        after.occurrences.iter().map(|one| (one.origin, shown(one))).collect();
    for (origin, one) in occurrences.iter_mut().filter(|(_, one)| one.reason.is_some()) {
        one.alternatives = alternatives.get(origin).map(|times| times.iter().copied().map(Into::into).collect());
    }
    as_if.occurrences.clear();
    let mut occurrences: Vec<OccurrenceView> = occurrences.into_iter().map(|(_, one)| one).collect();
    occurrences.sort_by_key(|one| (one.date, one.start_time));
    RepeatAnswer { repeat: super::view::RepeatView::new(&as_if, occurrences) }
}

/// With other times for those that could not be moved.
fn with_alternatives(mut answer: RepeatAnswer, repeat: &Repeat, alternatives: &Alternatives) -> RepeatAnswer {
    for one in answer.repeat.occurrences.iter_mut().filter(|one| one.reason.is_some()) {
        let origin = repeat.occurrences.iter().find(|own| Some(repeat.booking_id(own.origin)) == one.booking_id);
        let times = origin.and_then(|own| alternatives.get(&own.origin));
        one.alternatives = times.map(|times| times.iter().copied().map(Into::into).collect());
    }
    answer
}
