//! The time of people and rooms that bookings and offers take or free, written in their own transaction.

use super::Booking;
use super::status::BookingStatus;
use crate::freed::Freed;
use crate::slots::day::has_begun;
use crate::slots::ledger::{Busy, DayLedger, LedgerOwner};
use crate::slots::need::{Need, held_of_person, held_of_room};
use crate::slots::plan::PlannedService;
use crate::slots::{Closure, Resource};
use crate::teams::Team;
use parlour_people::staff::StaffMember;
use parlour_setup::branches::{Branch, Branches, SlotPolicy, must_stay_operational};
use parlour_storage::salon::Salon;
use parlour_storage::table::{Condition, Found, Key, Record as _, Stored, TableError, keys};
use parlour_storage::transaction::Transaction;
use parlour_values::id::{BookingId, BranchId, ResourceId, StaffId};
use parlour_values::time::{Instant, Interval, IstDate, Minutes};

impl Booking {
    fn is_promised(&self) -> bool {
        matches!(self.status, BookingStatus::Confirmed | BookingStatus::InProgress)
    }

    /// The people and rooms whose days have time of it.
    fn owners(&self) -> Vec<LedgerOwner> {
        let people = self.staff_ids().into_iter().cloned().map(LedgerOwner::Person);
        people.chain(self.resource_ids().into_iter().cloned().map(LedgerOwner::Resource)).collect()
    }

    /// The time it takes of a day.
    fn busy(&self, held: Vec<Interval>) -> Vec<Busy> {
        let busy = |hold| Busy::new(hold, self.id.clone(), self.branch_id.clone(), self.is_promised());
        held.into_iter().map(busy).collect()
    }
}

fn day_key(owner: &LedgerOwner, date: IstDate) -> Key {
    match owner {
        LedgerOwner::Person(id) => keys::staff_day(id, date),
        LedgerOwner::Resource(id) => keys::resource_day(id, date),
    }
}

/// Ledgers as read, changed in memory and written once.
#[derive(Debug, Default)]
pub(super) struct LedgerDays(Vec<LedgerDay>);

#[derive(Debug)]
struct LedgerDay {
    read: Option<Stored<DayLedger>>,
    day: DayLedger,
    is_changed: bool,
}

impl LedgerDays {
    /// The days that a booking has time of.
    pub fn of_booking(booking: &Booking) -> Vec<(LedgerOwner, IstDate)> {
        booking.owners().into_iter().map(|owner| (owner, booking.date)).collect()
    }

    pub fn keys(wanted: &[(LedgerOwner, IstDate)]) -> Vec<Key> {
        wanted.iter().map(|(owner, date)| day_key(owner, *date)).collect()
    }

    pub fn taken_from(found: &mut Found, wanted: Vec<(LedgerOwner, IstDate)>) -> Result<Self, TableError> {
        let mut days = Self::default();
        for (owner, date) in wanted {
            if days.of(&owner, date).is_none() {
                let read = found.take::<DayLedger>(&day_key(&owner, date))?;
                days.add(owner, date, read);
            }
        }
        Ok(days)
    }

    /// A day as it was read; one that is there already stays.
    pub fn add(&mut self, owner: LedgerOwner, date: IstDate, read: Option<Stored<DayLedger>>) {
        if self.of(&owner, date).is_none() {
            let day = read.as_ref().map_or_else(|| DayLedger::of(owner, date), |read| read.record.clone());
            self.0.push(LedgerDay { read, day, is_changed: false });
        }
    }

    pub fn of(&self, owner: &LedgerOwner, date: IstDate) -> Option<&DayLedger> {
        self.0.iter().map(|ledger_day| &ledger_day.day).find(|day| day.owner == *owner && day.date == date)
    }

    /// Whether others fill the room while the booking would have it.
    pub fn is_full(&self, room: &Resource, booking: &Booking, now: Instant) -> bool {
        let day = self.of(&LedgerOwner::Resource(room.id.clone()), booking.date);
        let mut held = booking.held_of_room(&room.id, room.turnaround).into_iter();
        day.is_some_and(|day| held.any(|hold| day.full(hold, Some(&booking.id), room.capacity, now).is_some()))
    }

    fn change(&mut self, owner: &LedgerOwner, date: IstDate) -> Option<&mut LedgerDay> {
        self.0.iter_mut().find(|ledger_day| ledger_day.day.owner == *owner && ledger_day.day.date == date)
    }

    fn release_id(&mut self, owner: &LedgerOwner, date: IstDate, id: &BookingId) {
        if let Some(ledger_day) = self.change(owner, date) {
            ledger_day.is_changed |= ledger_day.day.release(id);
        }
    }

    pub fn release(&mut self, booking: &Booking) {
        for owner in booking.owners() {
            self.release_id(&owner, booking.date, &booking.id);
        }
    }

    fn record(&mut self, owner: &LedgerOwner, date: IstDate, entries: Vec<Busy>, now: Instant) {
        if let Some(ledger_day) = self.change(owner, date) {
            ledger_day.day.sweep(now);
            ledger_day.day.record(entries);
            ledger_day.is_changed = true;
        }
    }

    /// Takes the booking's time of its people and rooms.
    pub fn hold(&mut self, booking: &Booking, turnaround: impl Fn(&ResourceId) -> Minutes, now: Instant) {
        for staff in booking.staff_ids() {
            let entries = booking.busy(booking.held_of(staff));
            self.record(&LedgerOwner::Person(staff.clone()), booking.date, entries, now);
        }
        for room in booking.resource_ids() {
            let entries = booking.busy(booking.held_of_room(room, turnaround(room)));
            self.record(&LedgerOwner::Resource(room.clone()), booking.date, entries, now);
        }
    }

    /// Gives back what a visit that is over has not used: from now on where today is its day, else all of it. A room is
    /// made ready after it, as it would have been. It stays in its people's days, whatever it used.
    fn end(&mut self, booking: &Booking, turnaround: impl Fn(&ResourceId) -> Minutes, now: Instant) {
        for owner in booking.owners() {
            let behind = if let LedgerOwner::Resource(room) = &owner { turnaround(room) } else { Minutes(0) };
            self.end_of(&owner, booking, behind, now);
        }
    }

    fn end_of(&mut self, owner: &LedgerOwner, booking: &Booking, behind: Minutes, now: Instant) {
        let Some(ledger_day) = self.change(owner, booking.date) else { return };
        let held: Vec<Busy> =
            ledger_day.day.busy().iter().filter(|busy| busy.booking_id == booking.id).cloned().collect();
        if held.is_empty() {
            return;
        }
        ledger_day.is_changed = true;
        let until = Interval::from_start(now.ist_time(), behind).end;
        let used = held.iter().filter_map(|busy| {
            let hold = busy.hold();
            let used = Interval::new(hold.start, hold.end.min(until)).filter(|_| hold.start < now.ist_time())?;
            Some(Busy::new(used, booking.id.clone(), booking.branch_id.clone(), false))
        });
        let used: Vec<Busy> = used.filter(|_| booking.date == now.ist_date()).collect();
        if used.is_empty() && matches!(owner, LedgerOwner::Person(_)) {
            ledger_day.day.end(&booking.id);
        } else {
            ledger_day.day.release(&booking.id);
            ledger_day.day.record(used);
        }
    }

    /// A visit that was over then was done by other people than its own: their days have what it used in place of those
    /// before. A session stands in nobody's day.
    pub fn hand_on(&mut self, before: &Booking, after: &Booking, over_at: Instant) {
        if after.is_membership_session {
            return;
        }
        for staff in before.staff_ids() {
            self.release_id(&LedgerOwner::Person(staff.clone()), before.date, &before.id);
        }
        for staff in after.staff_ids() {
            let owner = LedgerOwner::Person(staff.clone());
            self.record(&owner, after.date, after.busy(after.held_of(staff)), over_at);
            self.end_of(&owner, after, Minutes(0), over_at);
        }
    }

    pub fn write(&self, transaction: &mut Transaction<'_>) {
        for ledger_day in self.0.iter().filter(|ledger_day| ledger_day.is_changed) {
            transaction.save(ledger_day.read.as_ref(), &ledger_day.day);
        }
    }
}

/// The days that a visit has time of, where the visit ends or its end is undone. Neither is ever refused for want of time.
#[derive(Debug)]
pub struct VisitTime {
    days: LedgerDays,
    policy: SlotPolicy,
    rooms: Vec<Stored<Resource>>,
    /// Read only for a visit whose end is undone.
    footing: Option<Footing>,
}

/// The branch and the people that a visit still to come stands on, beside its rooms: they may have gone while it was over.
#[derive(Debug)]
struct Footing {
    branch: Option<Stored<Branch>>,
    closure_key: Key,
    is_closed: bool,
    people: Vec<Stored<StaffMember>>,
    /// The visit is promised on it, which holds only while nothing of it changes.
    is_relied_on: bool,
}

impl Footing {
    fn keys(booking: &Booking) -> impl Iterator<Item = Key> {
        let people = booking.staff_ids().into_iter().map(keys::staff);
        people.chain([keys::closure(&booking.branch_id, booking.date)])
    }

    fn among(found: &mut Found, branch: Option<Stored<Branch>>, booking: &Booking) -> Result<Self, TableError> {
        let mut people = Vec::new();
        for staff in booking.staff_ids() {
            people.extend(found.take::<StaffMember>(&keys::staff(staff))?);
        }
        let closure_key = keys::closure(&booking.branch_id, booking.date);
        let is_closed = found.take::<Closure>(&closure_key)?.is_some();
        Ok(Self { branch, closure_key, is_closed, people, is_relied_on: false })
    }

    fn holds(&self, booking: &Booking, rooms: &[Stored<Resource>]) -> bool {
        let is_open = |branch: &Stored<Branch>| branch.is_operational() && branch.opening_on(booking.date).is_some();
        let works = |staff: &StaffId| self.people.iter().any(|member| member.id == *staff && member.is_active);
        let is_in_use = |id: &ResourceId| rooms.iter().any(|room| room.id == *id && room.is_active);
        self.branch.as_ref().is_some_and(is_open)
            && !self.is_closed
            && booking.staff_ids().into_iter().all(works)
            && booking.resource_ids().into_iter().all(is_in_use)
    }

    fn write(&self, rooms: &[Stored<Resource>], transaction: &mut Transaction<'_>) {
        if !self.is_relied_on {
            return;
        }
        transaction.check(Closure::KIND, self.closure_key.clone(), Condition::Absent);
        self.branch.iter().for_each(|branch| must_stay_operational(branch, transaction));
        for member in &self.people {
            transaction.check(StaffMember::KIND, member.key(), Condition::Version(member.version));
        }
        for room in rooms {
            transaction.check(Resource::KIND, room.key(), Condition::Version(room.version));
        }
    }
}

impl VisitTime {
    /// The keys it is read from, but for the branch.
    pub fn keys(booking: &Booking) -> Vec<Key> {
        let rooms = booking.resource_ids().into_iter().map(|room| keys::resource(&booking.branch_id, room));
        LedgerDays::keys(&LedgerDays::of_booking(booking)).into_iter().chain(rooms).collect()
    }

    pub fn among(found: &mut Found, branch: Option<&Branch>, booking: &Booking) -> Result<Self, TableError> {
        let policy = branch.map_or(SlotPolicy::Open, |branch| branch.settings.slot_policy);
        let mut rooms = Vec::new();
        for room in booking.resource_ids() {
            rooms.extend(found.take::<Resource>(&keys::resource(&booking.branch_id, room))?);
        }
        let days = LedgerDays::taken_from(found, LedgerDays::of_booking(booking))?;
        Ok(Self { days, policy, rooms, footing: None })
    }

    /// Of a visit whose end is undone.
    pub async fn read(salon: &Salon, booking: &Booking) -> Result<Self, TableError> {
        let branch = Branches::of(salon).get(&booking.branch_id).await?;
        let wanted = Self::keys(booking).into_iter().chain(Footing::keys(booking));
        let mut found = salon.table.get_many(wanted).await?;
        let time = Self::among(&mut found, branch.as_deref(), booking)?;
        Ok(Self { footing: Some(Footing::among(&mut found, branch, booking)?), ..time })
    }

    /// The visit is over now.
    pub fn end(&mut self, booking: &Booking, now: Instant) {
        self.days.end(booking, |room| turnaround(&self.rooms, room), now);
    }

    /// The time that a visit that is over now has not used, at its own branch: every visit ends, most of them a little early, and
    /// telling the other branches of its people each time would make each completion dearer.
    pub fn freed(&self, booking: &Booking, now: Instant) -> Option<Freed> {
        let is_today = booking.date == now.ist_date();
        let left = booking.services.iter().zip(booking.times()).filter_map(|(service, time)| {
            let from = if is_today { time.start.max(now.ist_time()) } else { time.start };
            (service.staff_id.is_some() && from < time.end).then_some(from)
        });
        Freed::on((&booking.branch_id, self.policy), booking.date, Some(left.min()?), now)
    }

    /// The visit is still to come or still going on: takes its time again, and says where that is somebody else's now, or,
    /// of one that is still to come, where its branch, its day or its person is not there for it any more.
    pub fn take_again(&mut self, booking: &mut Booking, now: Instant) {
        if !booking.is_assigned() {
            return;
        }
        let is_taken = booking.staff_ids().into_iter().any(|staff| {
            let day = self.days.of(&LedgerOwner::Person(staff.clone()), booking.date);
            let mut held = booking.held_of(staff).into_iter();
            day.is_some_and(|day| held.any(|hold| day.taken(hold, Some(&booking.id), now).is_some()))
        });
        let is_taken = is_taken || self.rooms.iter().any(|room| self.days.is_full(room, booking, now));
        booking.overlaps = self.policy == SlotPolicy::Staffed && is_taken;
        let is_ahead = booking.status == BookingStatus::Confirmed && !has_begun(booking.date, booking.start, now);
        if let Some(footing) = self.footing.as_mut().filter(|_| is_ahead) {
            footing.is_relied_on = footing.holds(booking, &self.rooms);
            booking.overlaps |= !footing.is_relied_on;
        }
        self.days.hold(booking, |room| turnaround(&self.rooms, room), now);
    }

    pub fn write(&self, transaction: &mut Transaction<'_>) {
        self.days.write(transaction);
        self.footing.iter().for_each(|footing| footing.write(&self.rooms, transaction));
    }
}

/// How long a room is made ready; nothing for one that is gone.
pub(super) fn turnaround(rooms: &[Stored<Resource>], id: &ResourceId) -> Minutes {
    rooms.iter().find(|room| room.id == *id).map_or(Minutes(0), |room| room.turnaround)
}

/// A plan that was found among a team, taken in the days it was found in: no minute of them may have changed since.
#[derive(Debug)]
pub struct PlanTime<'a> {
    team: &'a Team,
    days: LedgerDays,
}

/// A plan that is held for somebody of the waitlist, under the id that its booking will have.
#[derive(Clone, Copy, Debug)]
pub struct OfferedPlan<'a> {
    pub booking_id: &'a BookingId,
    pub branch_id: &'a BranchId,
    pub need: &'a Need,
    pub plan: &'a [PlannedService],
    pub until: Instant,
}

impl<'a> PlanTime<'a> {
    pub fn of(team: &'a Team) -> Self {
        let mut days = LedgerDays::default();
        for read in team.days() {
            days.add(read.owner.clone(), read.date, Some(read.clone()));
        }
        Self { team, days }
    }

    /// Days that the team was read without are empty ones.
    fn with(&mut self, owners: Vec<LedgerOwner>) {
        for owner in owners {
            self.days.add(owner, self.team.date(), None);
        }
    }

    /// Takes the time of a booking.
    pub fn take(&mut self, booking: &Booking, now: Instant) {
        self.with(booking.owners());
        let team = self.team;
        self.days.hold(booking, |room| team.resource(room).map_or(Minutes(0), |room| room.turnaround), now);
    }

    /// Holds the time of an offer until it is accepted or runs out.
    pub fn offer(&mut self, offer: OfferedPlan<'_>, now: Instant) {
        let OfferedPlan { booking_id, branch_id, need, plan, until } = offer;
        let entries = |held: Vec<Interval>| -> Vec<Busy> {
            held.into_iter().map(|hold| Busy::offered(hold, booking_id.clone(), branch_id.clone(), until)).collect()
        };
        let parts: Vec<_> = need.services.iter().zip(plan).collect();
        for staff in plan.iter().map(|planned| &planned.staff_id) {
            let own = parts.iter().filter(|(_, planned)| planned.staff_id == *staff);
            let held = held_of_person(own.map(|(service, planned)| service.work(planned.time)));
            let owner = LedgerOwner::Person(staff.clone());
            self.with(vec![owner.clone()]);
            self.days.record(&owner, self.team.date(), entries(held), now);
        }
        for room in plan.iter().flat_map(|planned| &planned.resource_ids) {
            let used = plan.iter().filter(|planned| planned.resource_ids.contains(room)).map(|planned| planned.time);
            let turnaround = self.team.resource(room).map_or(Minutes(0), |room| room.turnaround);
            let owner = LedgerOwner::Resource(room.clone());
            self.with(vec![owner.clone()]);
            self.days.record(&owner, self.team.date(), entries(held_of_room(used, turnaround)), now);
        }
    }

    /// Frees what is held under this id.
    pub fn release(&mut self, id: &BookingId, plan: &[PlannedService]) {
        let date = self.team.date();
        for planned in plan {
            self.days.release_id(&LedgerOwner::Person(planned.staff_id.clone()), date, id);
            for room in &planned.resource_ids {
                self.days.release_id(&LedgerOwner::Resource(room.clone()), date, id);
            }
        }
    }

    pub fn write(&self, transaction: &mut Transaction<'_>) {
        self.days.write(transaction);
    }
}

#[cfg(test)]
impl LedgerDays {
    pub fn sample(days: Vec<DayLedger>) -> Self {
        Self(days.into_iter().map(|day| LedgerDay { read: None, day, is_changed: false }).collect())
    }

    /// The owners whose days have something in them, and those whose were changed.
    pub fn names(&self) -> [String; 2] {
        let ways: [fn(&&LedgerDay) -> bool; 2] =
            [|ledger_day| !ledger_day.day.is_empty(), |ledger_day| ledger_day.is_changed];
        ways.map(|is| {
            let names = self.0.iter().filter(is).map(|ledger_day| ledger_day.day.owner.as_str());
            names.collect::<Vec<_>>().join(" ")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::new_booking::tests::requested;
    use super::*;
    use crate::slots::spans::span;
    use parlour_setup::branches::{BranchStatus, WeekdayHours};

    fn given(status: BookingStatus) -> Booking {
        Booking { status, ..requested() }.with_staff(Some((&"meera".into(), "meera")))
    }

    fn now() -> Instant {
        "2026-11-16T09:00:00+05:30".parse().unwrap()
    }

    fn person(id: &str) -> LedgerOwner {
        LedgerOwner::Person(id.into())
    }

    /// Meera's day and the room's, with these bookings in them.
    fn days(held: &[Booking]) -> LedgerDays {
        let date = requested().date;
        let room = LedgerOwner::Resource("room".into());
        let mut days = LedgerDays::sample(vec![DayLedger::empty("meera".into(), date), DayLedger::of(room, date)]);
        for booking in held {
            days.hold(booking, |_| Minutes(15), now());
        }
        days.0.iter_mut().for_each(|ledger_day| ledger_day.is_changed = false);
        days
    }

    #[test]
    fn only_what_was_promised_to_a_customer_stands_in_the_way_of_leave() {
        for status in BookingStatus::ALL {
            let is_promised = matches!(status, BookingStatus::Confirmed | BookingStatus::InProgress);
            let days = days(&[given(*status)]);
            assert_eq!(days.0[0].day.busy()[0].is_confirmed, is_promised, "{status}");
        }
    }

    #[test]
    fn a_day_is_that_of_one_owner_and_one_date() {
        let date = requested().date;
        let mut days = days(&[]);
        days.add(person("meera"), date.plus_days(1), None);
        for (owner, date) in [(person("meera"), date), (person("meera"), date.plus_days(1))] {
            let found = days.of(&owner, date).unwrap();
            assert_eq!((&found.owner, found.date), (&owner, date));
        }
        assert!(days.of(&person("room"), date).is_none() && days.of(&person("ravi"), date).is_none());
    }

    #[test]
    fn a_day_that_was_taken_and_given_back_is_written() {
        let booking = given(BookingStatus::Confirmed);
        let mut days = days(&[]);
        days.release(&booking);
        assert_eq!(days.names(), ["", ""]);
        days.hold(&booking, |_| Minutes(0), now());
        days.release(&booking);
        assert_eq!(days.names(), ["", "meera"]);
    }

    #[test]
    fn a_booking_takes_its_rooms_too_and_gives_them_back() {
        let mut booking = given(BookingStatus::Confirmed);
        booking.services[1].part.resource_ids = vec!["room".into()];
        let mut days = days(std::slice::from_ref(&booking));
        let held =
            |days: &LedgerDays, place: usize| days.0[place].day.busy().iter().map(Busy::hold).collect::<Vec<_>>();
        assert_eq!((held(&days, 0), held(&days, 1)), (vec![span("11:00-12:25")], vec![span("11:30-12:30")]));
        days.release(&booking);
        assert_eq!(days.names(), ["", "meera room"]);
    }

    impl VisitTime {
        fn sample(days: LedgerDays) -> Self {
            Self { days, policy: SlotPolicy::Open, rooms: vec![], footing: None }
        }
    }

    /// The time a visit from eleven to 12:25 holds of Meera's day after it was completed then.
    fn held_after(completed: &str) -> Option<Interval> {
        let visit = given(BookingStatus::InProgress);
        let mut time =
            VisitTime { policy: SlotPolicy::Staffed, ..VisitTime::sample(days(std::slice::from_ref(&visit))) };
        time.end(&visit, completed.parse().unwrap());
        let busy = time.days.0[0].day.busy().first()?;
        assert!(!busy.is_confirmed);
        Some(busy.hold())
    }

    #[test]
    fn a_visit_that_is_over_gives_back_what_it_has_not_used() {
        let until = |end: &str| Some(Interval { start: "11:00".parse().unwrap(), end: end.parse().unwrap() });
        for (completed, held) in [
            ("2026-11-16T11:20:30+05:30", until("11:20")),
            ("2026-11-16T12:25:00+05:30", until("12:25")),
            ("2026-11-16T18:00:00+05:30", until("12:25")),
            ("2026-11-16T11:00:59+05:30", None),
            ("2026-11-16T09:00:00+05:30", None),
            ("2026-11-15T12:00:00+05:30", None),
            ("2026-11-17T12:00:00+05:30", None),
        ] {
            assert_eq!(held_after(completed), held, "{completed}");
        }
    }

    #[test]
    fn a_room_is_made_ready_after_a_visit_that_ends_early_whatever_else_was_to_follow() {
        let mut visit = given(BookingStatus::InProgress);
        visit.services[0].part.resource_ids = vec!["room".into()];
        let room = Resource { turnaround: Minutes(15), ..Resource::sample("room") };
        for (completed, held) in [("11:10", "11:00-11:25"), ("11:40", "11:00-11:45"), ("12:00", "11:00-11:45")] {
            let rooms = vec![Stored { record: room.clone(), version: 1 }];
            let mut time = VisitTime { rooms, ..VisitTime::sample(days(std::slice::from_ref(&visit))) };
            time.end(&visit, visit.date.at(completed.parse().unwrap()));
            assert_eq!(time.days.0[1].day.busy()[0].hold(), span(held), "{completed}");
        }
    }

    #[test]
    fn a_visit_taken_up_again_says_where_its_time_is_somebody_elses() {
        let other = Booking { id: "other".into(), ..given(BookingStatus::Confirmed) };
        for (policy, held, overlaps) in [
            (SlotPolicy::Staffed, &[][..], false),
            (SlotPolicy::Staffed, std::slice::from_ref(&other), true),
            (SlotPolicy::Open, std::slice::from_ref(&other), false),
        ] {
            let mut time = VisitTime { policy, ..VisitTime::sample(days(held)) };
            let mut visit = given(BookingStatus::Confirmed);
            time.take_again(&mut visit, now());
            assert_eq!(visit.overlaps, overlaps, "{policy}");
            assert!(time.days.0[0].day.busy().iter().any(|busy| busy.booking_id == visit.id && busy.is_confirmed));
        }
    }

    #[test]
    fn a_visit_still_to_come_says_where_nobody_and_nothing_is_there_for_it_any_more() {
        let (main, date) = (Branch::sample(), requested().date);
        let member = |is_active| StaffMember { is_active, ..StaffMember::sample("meera") };
        let footing = |branch: &Branch, is_closed, people: Vec<StaffMember>| Footing {
            branch: Some(Stored { record: branch.clone(), version: 1 }),
            closure_key: keys::closure(&branch.id, date),
            is_closed,
            people: people.into_iter().map(|record| Stored { record, version: 1 }).collect(),
            is_relied_on: false,
        };
        let shut = Branch { status: BranchStatus::ComingSoon, ..main.clone() };
        let off = WeekdayHours { weekday: date.weekday(), opening: None };
        let closed_weekday = Branch { hours: vec![off], ..main.clone() };
        let taken_again = |footing: Footing, status, now: Instant| {
            let mut time = VisitTime { footing: Some(footing), ..VisitTime::sample(days(&[])) };
            let mut visit = given(status);
            time.take_again(&mut visit, now);
            assert!(time.days.0[0].day.busy().iter().any(|busy| busy.booking_id == visit.id));
            visit.overlaps
        };
        for (footing, overlaps) in [
            (footing(&main, false, vec![member(true)]), false),
            (footing(&main, true, vec![member(true)]), true),
            (footing(&shut, false, vec![member(true)]), true),
            (footing(&closed_weekday, false, vec![member(true)]), true),
            (footing(&main, false, vec![member(false)]), true),
            (footing(&main, false, vec![]), true),
        ] {
            assert_eq!(taken_again(footing, BookingStatus::Confirmed, now()), overlaps);
        }
        let mut visit = given(BookingStatus::Confirmed);
        visit.services[0].part.resource_ids = vec!["room".into()];
        for (room, is_active, overlaps) in [("room", true, false), ("room", false, true), ("another", true, true)] {
            let rooms = vec![Stored { record: Resource { is_active, ..Resource::sample(room) }, version: 1 }];
            let footing = Some(footing(&main, false, vec![member(true)]));
            VisitTime { footing, rooms, ..VisitTime::sample(days(&[])) }.take_again(&mut visit, now());
            assert_eq!(visit.overlaps, overlaps, "{room} {is_active}");
        }
        let gone = || footing(&shut, true, vec![]);
        assert!(!taken_again(gone(), BookingStatus::InProgress, now()), "the customer is there");
        assert!(!taken_again(gone(), BookingStatus::Confirmed, date.at("11:00".parse().unwrap())), "it has begun");
    }
}
