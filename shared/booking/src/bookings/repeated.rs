//! Appointments that repeat. Each is an ordinary booking that is made, moved and cancelled on its own, and without a message
//! of its own: one tells of all of them.

use serde_json::json;

use super::assignment::{AssignmentContext, AssignmentTarget, missing_group, no_such_room};
use super::book::number;
use super::order::{Order, operational};
use super::rules::BookingHours;
use super::status::Action;
use super::store::BookingChange;
use super::{Booking, BookingCustomer, BookingError, BookingOrigin, Bookings, NewBooking};
use crate::slots::day::has_begun;
use crate::slots::reason::Reason;
use crate::teams::{Teams, WantedRooms};
use parlour_people::customers::BookableCustomer;
use parlour_people::staff::StaffMember;
use parlour_settings::metrics::BookedAs;
use parlour_setup::branches::{Branch, Branches, SlotPolicy, must_stay_operational};
use parlour_setup::catalogue::{CatalogueStore, ServiceType};
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::month_index::MonthIndex;
use parlour_storage::outbox::Side;
use parlour_storage::table::keys::MonthlyList;
use parlour_storage::table::{Condition, Found, Key, Record as _, Stored, TableError, keys};
use parlour_storage::transaction::Transaction;
use parlour_values::id::{BookingId, BranchId, RepeatId, ServiceId, StaffId, UserId};
use parlour_values::input::Problems;
use parlour_values::time::{Instant, Interval, IstDate, Minutes, TimeOfDay};

/// Whether a wanted time is free, for the people it is to be with.
#[derive(Clone, Debug, PartialEq)]
pub enum WantedTime {
    Free,
    Taken {
        reason: Reason,
        /// Of the same day with the same people, nearest first, of equals the earlier.
        alternatives: Vec<Interval>,
    },
}

/// A record that must not have changed since it was read.
#[derive(Clone, Debug)]
pub struct UnchangedRecord {
    pub label: &'static str,
    pub key: Key,
    pub version: u64,
}

impl UnchangedRecord {
    /// Commits, unless the record has changed; whether it was committed.
    async fn commit(&self, mut transaction: Transaction<'_>) -> Result<bool, Failure<BookingError>> {
        transaction.check(self.label, self.key.clone(), Condition::Version(self.version));
        match transaction.commit().await {
            Ok(()) => Ok(true),
            Err(setback) if setback.failed_at(self.label) => Ok(false),
            Err(setback) => Err(setback.into()),
        }
    }
}

/// The terms of appointments that repeat.
pub struct NewAppointment<'a> {
    pub repeat_id: &'a RepeatId,
    pub customer_id: &'a UserId,
    pub branch_id: &'a BranchId,
    pub service_type: ServiceType,
    /// One after the other.
    pub services: &'a [(ServiceId, StaffId)],
    pub first: IstDate,
    pub start: TimeOfDay,
}

/// The terms that the appointments of a repeat have in common, checked.
#[derive(Clone, Debug)]
pub struct Appointment {
    branch: Stored<Branch>,
    customer: BookableCustomer,
    /// Without an id and a number.
    booking: Booking,
}

impl Appointment {
    /// The booking of a day.
    pub fn on(&self, date: IstDate, start: TimeOfDay) -> Booking {
        self.booking.clone().starting(date, start)
    }
}

/// Another time for an appointment, and other people where they change.
pub struct AppointmentMove<'a> {
    pub date: IstDate,
    pub start: TimeOfDay,
    pub people: Option<&'a [(ServiceId, StaffId)]>,
}

impl Booking {
    /// At another time, its services as far apart as they were.
    fn starting(mut self, date: IstDate, start: TimeOfDay) -> Self {
        (self.date, self.start) = (date, start);
        self.end = self.times().iter().map(|time| time.end).max().unwrap_or(start);
        self
    }

    /// Moved with the others of its repeat. What was done side by side follows one after the other where that would be one
    /// person's now.
    pub fn repeated_at(&self, to: &AppointmentMove<'_>, now: Instant) -> Result<Self, BookingError> {
        let mut moved = self.moved(to.date, to.start, Side::Salon, now)?;
        let Some(people) = to.people else { return Ok(moved) };
        for service in &mut moved.services {
            let given = people.iter().find(|(id, _)| *id == service.service_id);
            service.staff_id = given.map(|(_, staff)| staff.clone()).or(service.staff_id.take());
        }
        if moved.asks_twice() {
            moved.services.iter_mut().for_each(|service| service.part.starts_after = None);
            moved = moved.ending_with_services();
        }
        Ok(moved)
    }

    /// Whether everything of it is done by these people already.
    pub fn is_given(&self, people: &[(ServiceId, StaffId)]) -> bool {
        self.services.iter().all(|service| {
            let given = people.iter().find(|(id, _)| *id == service.service_id);
            given.is_none_or(|(_, staff)| service.staff_id.as_ref() == Some(staff))
        })
    }
}

impl Bookings<'_> {
    /// The terms that all appointments of a repeat have in common, or what is wrong with it.
    pub async fn appointment(&self, act: &Act, new: &NewAppointment<'_>) -> Result<Appointment, Failure<BookingError>> {
        let salon = self.0;
        let (catalogue, branch) =
            (CatalogueStore::of(salon).read().await?, Branches::of(salon).get(new.branch_id).await?);
        let mut problems = Problems::default();
        let wishes = new.services.iter().map(|(id, _)| (id, None)).collect();
        let order = Order::of(&catalogue, new.service_type, ("services", wishes), &mut problems);
        let need = order.need();
        let wanted = BookableCustomer::keys(new.customer_id).into_iter().chain(staff_keys(new.services)).collect();
        let (rooms, mut found) =
            Teams::of(salon).rooms_and(new.branch_id, new.first, &WantedRooms::of(&need), wanted).await?;
        let customer = BookableCustomer::among(&mut found, new.customer_id)?;
        let members = workers(&mut found, new.services, &mut problems)?;
        if let Some(group) = missing_group(branch.as_deref(), &rooms.resources, &need.groups()) {
            problems.add("services", no_such_room(&group));
        }
        if customer.is_none() {
            problems.add("customerId", "must be a customer");
        }
        let time = match operational(branch.as_deref(), new.branch_id, &mut problems) {
            Some(branch) => {
                desk_time(branch, ("firstDate", new.first), new.start, order.duration(), act.at, &mut problems)
            }
            None => None,
        };
        let (Some(branch), Some(customer), Some(time)) = (branch, customer, time) else {
            return Err(BookingError::Invalid(problems).into());
        };
        if !problems.is_empty() {
            return Err(BookingError::Invalid(problems).into());
        }
        let booking = NewBooking {
            id: String::new().into(),
            number: String::new(),
            branch: &branch,
            customer: BookingCustomer::from(&*customer),
            service_type: new.service_type,
            date: new.first,
            time,
            services: order.rows(&salon.random),
            buffer: order.buffer(),
            notes: None,
            origin: BookingOrigin::Repeat { repeat_id: new.repeat_id.clone() },
        };
        let mut booking = Booking::new(booking, act.at);
        for service in &mut booking.services {
            let given = new.services.iter().find(|(id, _)| *id == service.service_id);
            service.staff_id = given.map(|(_, staff)| staff.clone());
        }
        refuse_unskilled(&branch, &booking, &members)?;
        Ok(Appointment { branch, customer, booking })
    }

    /// Checks a time and people that appointments are to be moved to, whatever the day.
    pub async fn check_move(
        &self,
        act: &Act,
        booking: &Booking,
        to: &AppointmentMove<'_>,
    ) -> Result<(), Failure<BookingError>> {
        let mut problems = Problems::default();
        let mut found = self.0.table.get_many(staff_keys(to.people.unwrap_or_default())).await?;
        let members = workers(&mut found, to.people.unwrap_or_default(), &mut problems)?;
        let branch = Branches::of(self.0).get(&booking.branch_id).await?;
        let Some(branch) = operational(branch.as_deref(), &booking.branch_id, &mut problems) else {
            return Err(BookingError::Invalid(problems).into());
        };
        let moved = booking.repeated_at(to, act.at)?;
        desk_time(branch, ("from", to.date), to.start, moved.time().minutes(), act.at, &mut problems);
        if !problems.is_empty() {
            return Err(BookingError::Invalid(problems).into());
        }
        Ok(refuse_unskilled(branch, &moved, &members)?)
    }

    /// Whether a booking can be where it is to be. `before` is the booking as it is, `gone` are others that will have moved
    /// away.
    pub async fn fit(
        &self,
        act: &Act,
        booking: Booking,
        before: Option<&Booking>,
        gone: &[&Booking],
    ) -> Result<WantedTime, TableError> {
        let mut context = self.context_for(&booking, before).await?;
        gone.iter().for_each(|gone| context.release(gone));
        Ok(match context.obstacle(&booking, act.at) {
            None => WantedTime::Free,
            Some(reason) => WantedTime::Taken { reason, alternatives: context.alternatives(&booking, act.at) },
        })
    }

    async fn context_for(&self, booking: &Booking, before: Option<&Booking>) -> Result<AssignmentContext, TableError> {
        let rooms = WantedRooms::of(&booking.need());
        let target = AssignmentTarget {
            branch: &booking.branch_id,
            date: booking.date,
            staff: booking.staff_ids(),
            rooms,
            named_rooms: Vec::new(),
        };
        AssignmentContext::read(self.0, &target, before).await
    }

    /// Makes one of them, unless it is made already; whether the guard held.
    pub async fn book_appointment(
        &self,
        act: &Act,
        appointment: &Appointment,
        booking: &Booking,
        guard: &UnchangedRecord,
    ) -> Result<bool, Failure<BookingError>> {
        self.0.retry_on_conflict(|| self.write_appointment(act, appointment, booking.clone(), guard)).await
    }

    async fn write_appointment(
        &self,
        act: &Act,
        appointment: &Appointment,
        mut booking: Booking,
        guard: &UnchangedRecord,
    ) -> Result<bool, Failure<BookingError>> {
        let (salon, branch) = (self.0, &appointment.branch);
        let months = MonthIndex::of(salon, MonthlyList::Bookings(&branch.id));
        let key = keys::booking(&booking.id);
        let (made, context, is_new_month) = tokio::try_join!(
            salon.table.get::<Booking>(&key),
            self.context_for(&booking, None),
            months.lacks(booking.date.calendar_month()),
        )?;
        if made.is_some() {
            return Ok(true);
        }
        let mut context = context;
        refuse_begun(&booking, act.at)?;
        for service in &mut booking.services {
            service.id = salon.random.id();
        }
        booking.reminded = booking.reminders_behind(act.at);
        let mut booking = context.hold(None, context.named(booking)?, act.at)?;
        let sequence = self.next_number(&branch.id, booking.service_type, act.at).await?;
        booking.number = salon.random.issue(number(branch, booking.service_type, sequence, act.at));
        let mut transaction = salon.transaction(act);
        transaction.create(&booking);
        context.write(&mut transaction, &booking);
        must_stay_operational(branch, &mut transaction);
        appointment.customer.check(&mut transaction);
        if is_new_month {
            months.add(&mut transaction, booking.date.calendar_month());
        }
        transaction.enqueue(booking.noshow_check());
        let details = json!({
            "bookingNumber": booking.number, "status": booking.status, "staffId": booking.staff_id(),
            "repeatId": booking.repeat_id, "branchId": booking.branch_id,
        });
        transaction.audit(EventType::BookingConfirmed, Booking::KIND, booking.id.as_str(), details);
        let is_made = guard.commit(transaction).await?;
        if is_made {
            salon.outbound.metrics.booking(BookedAs::WalkIn);
        }
        Ok(is_made)
    }

    /// Moves one of them; whether the guard held.
    pub async fn move_appointment(
        &self,
        act: &Act,
        id: &BookingId,
        to: &AppointmentMove<'_>,
        guard: &UnchangedRecord,
    ) -> Result<bool, Failure<BookingError>> {
        self.0
            .retry_on_conflict(|| async move {
                let read = self.find(id).await?;
                refuse_begun(&read, act.at)?;
                let moved = read.repeated_at(to, act.at)?;
                let months = MonthIndex::of(self.0, MonthlyList::Bookings(&read.branch_id));
                let branch = Branches::of(self.0).get(&read.branch_id).await?.ok_or(BookingError::Unknown)?;
                let (mut context, is_new_month) = tokio::try_join!(
                    self.context_for(&moved, Some(&read)),
                    months.lacks(moved.date.calendar_month()),
                )?;
                refuse_begun(&moved, act.at)?;
                let booking = context.hold(Some(&read), context.named(moved)?, act.at)?;
                let audit_details = json!({
                    "bookingDate": booking.date, "startTime": booking.start, "status": booking.status,
                    "staffId": booking.staff_id(), "repeatId": booking.repeat_id,
                });
                let what = EventType::BookingMoved;
                let change = BookingChange { what, read: &read, after: &booking, context: &context, audit_details };
                let mut transaction = self.changed(act, change).await?;
                must_stay_operational(&branch, &mut transaction);
                if is_new_month {
                    months.add(&mut transaction, booking.date.calendar_month());
                }
                transaction.enqueue(booking.noshow_check());
                guard.commit(transaction).await
            })
            .await
    }

    /// Cancels one of them; whether the guard held.
    pub async fn cancel_appointment(
        &self,
        act: &Act,
        id: &BookingId,
        guard: &UnchangedRecord,
    ) -> Result<bool, Failure<BookingError>> {
        self.0
            .retry_on_conflict(|| async move {
                let read = self.find(id).await?;
                let booking = read.cancelled(Action::CancelByDesk, None, act.at)?;
                let mut context = self.context_of(&read, None).await?;
                let booking = context.hold(Some(&read), booking, act.at)?;
                let audit_details = json!({ "status": booking.status, "repeatId": booking.repeat_id });
                let what = EventType::BookingCancelled;
                let change = BookingChange { what, read: &read, after: &booking, context: &context, audit_details };
                guard.commit(self.changed(act, change).await?).await
            })
            .await
    }
}

fn staff_keys(people: &[(ServiceId, StaffId)]) -> impl Iterator<Item = Key> {
    people.iter().map(|(_, staff)| keys::staff(staff))
}

/// The people, all of whom must be active.
fn workers(
    found: &mut Found,
    people: &[(ServiceId, StaffId)],
    problems: &mut Problems,
) -> Result<Vec<StaffMember>, TableError> {
    let mut members = Vec::with_capacity(people.len());
    for (at, (_, staff)) in people.iter().enumerate() {
        match found.read::<StaffMember>(&keys::staff(staff))?.filter(|member| member.is_active) {
            Some(member) => members.push(member.record),
            None => problems.add(format!("services[{at}].staffId"), "must be an active staff member"),
        }
    }
    Ok(members)
}

/// At a staffed branch nobody is given what they do not do.
fn refuse_unskilled(branch: &Branch, booking: &Booking, members: &[StaffMember]) -> Result<(), BookingError> {
    if branch.settings.slot_policy != SlotPolicy::Staffed {
        return Ok(());
    }
    for service in &booking.services {
        let worker = members.iter().find(|member| Some(&member.id) == service.staff_id.as_ref());
        if let Some(worker) = worker.filter(|worker| !worker.service_ids.contains(&service.service_id)) {
            let (name, service) = (worker.display_name.clone(), service.name.clone());
            return Err(BookingError::LacksSkill { name, service });
        }
    }
    Ok(())
}

/// Start and end within the opening hours; the desk is not bound by how far ahead customers may book.
fn desk_time(
    branch: &Branch,
    (field, date): (&str, IstDate),
    start: TimeOfDay,
    duration: Minutes,
    now: Instant,
    problems: &mut Problems,
) -> Option<Interval> {
    let hours = BookingHours { horizon_days: None, ..BookingHours::on(branch, date) };
    match hours.times(date, start, duration, now) {
        Ok(time) => Some(time),
        Err(found) => {
            for (name, message) in found {
                problems.add(if name == "bookingDate" { field } else { name }, message);
            }
            None
        }
    }
}

/// An appointment that has begun is past, for whoever asks for it.
fn refuse_begun(booking: &Booking, now: Instant) -> Result<(), BookingError> {
    if has_begun(booking.date, booking.start, now) {
        return Err(BookingError::SlotUnavailable { alternatives: Vec::new() });
    }
    Ok(())
}
