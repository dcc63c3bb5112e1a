//! The staff time that a booking takes or frees, written in the booking's own transaction.

use super::status::BookingStatus;
use super::{Booking, BookingError};
use crate::slots::availability::{BranchDay, Need, Person, alternatives, free_people};
use crate::slots::ledger::{Busy, DayLedger};
use crate::slots::roster::WeeklyRoster;
use crate::slots::{Closure, Rosters};
use parlour_people::staff::StaffMember;
use parlour_setup::branches::{Branch, Branches, SlotPolicy};
use parlour_storage::salon::Salon;
use parlour_storage::table::{Condition, Found, Key, Record as _, Stored, TableError, keys};
use parlour_storage::transaction::Transaction;
use parlour_values::id::{BranchId, StaffId};
use parlour_values::time::{Instant, Interval, IstDate};

impl Booking {
    /// The time to look for; what the booking holds already does not count as taken.
    pub(super) fn need(&self) -> Need {
        Need {
            services: self.service_ids(),
            service_minutes: self.total_duration,
            buffer_minutes: self.total_buffer,
            own: Some(self.id.clone()),
        }
    }

    fn busy(&self) -> Busy {
        let promised = matches!(self.status, BookingStatus::Confirmed | BookingStatus::InProgress);
        Busy::new(self.hold(), self.id.clone(), self.branch_id.clone(), promised)
    }
}

/// Ledgers as read, changed in memory and written once.
#[derive(Debug, Default)]
struct Days(Vec<LedgerDay>);

#[derive(Debug)]
struct LedgerDay {
    read: Option<Stored<DayLedger>>,
    day: DayLedger,
    is_changed: bool,
}

impl Days {
    fn taken_from(found: &mut Found, wanted: Vec<(StaffId, IstDate)>) -> Result<Self, TableError> {
        let mut days = Self::default();
        for (staff, date) in wanted {
            if days.of(&staff, date).is_none() {
                let read = found.take::<DayLedger>(&keys::staff_day(&staff, date))?;
                let day = read.as_ref().map_or_else(|| DayLedger::empty(staff, date), |read| read.record.clone());
                days.0.push(LedgerDay { read, day, is_changed: false });
            }
        }
        Ok(days)
    }

    fn of(&self, staff: &StaffId, date: IstDate) -> Option<&DayLedger> {
        self.0.iter().map(|ledger_day| &ledger_day.day).find(|day| day.staff_id == *staff && day.date == date)
    }

    fn ledger_day(&mut self, staff: &StaffId, date: IstDate) -> Option<&mut LedgerDay> {
        self.0.iter_mut().find(|ledger_day| ledger_day.day.staff_id == *staff && ledger_day.day.date == date)
    }

    fn release(&mut self, booking: &Booking) {
        if let Some(ledger_day) = booking.staff_id().and_then(|staff| self.ledger_day(staff, booking.date)) {
            ledger_day.is_changed |= ledger_day.day.release(&booking.id);
        }
    }

    /// Gives back what a visit that is over has not used: from now on where today is its day, else all of it.
    fn end(&mut self, booking: &Booking, now: Instant) {
        let Some(ledger_day) = booking.staff_id().and_then(|staff| self.ledger_day(staff, booking.date)) else {
            return;
        };
        if !ledger_day.day.busy().iter().any(|busy| busy.booking_id == booking.id) {
            return;
        }
        ledger_day.is_changed = true;
        let hold = booking.hold();
        let used = Interval { end: hold.end.min(now.ist_time()), ..hold };
        if booking.date == now.ist_date() && used.is_forward() {
            ledger_day.day.record(Busy::new(used, booking.id.clone(), booking.branch_id.clone(), false));
        } else {
            ledger_day.day.release(&booking.id);
        }
    }

    fn hold(&mut self, booking: &Booking, staff: &StaffId) {
        if let Some(ledger_day) = self.ledger_day(staff, booking.date) {
            ledger_day.day.record(booking.busy());
            ledger_day.is_changed = true;
        }
    }

    fn write(&self, transaction: &mut Transaction<'_>) {
        for ledger_day in self.0.iter().filter(|ledger_day| ledger_day.is_changed) {
            transaction.save(ledger_day.read.as_ref(), &ledger_day.day);
        }
    }
}

/// The person's day that a visit has time of, where the visit ends or its end is undone. Neither is ever refused for want
/// of time.
#[derive(Debug)]
pub struct VisitTime {
    days: Days,
    policy: SlotPolicy,
}

impl VisitTime {
    /// What it is read from, but for the branch.
    pub fn keys(booking: &Booking) -> Option<Key> {
        booking.staff_id().map(|staff| keys::staff_day(staff, booking.date))
    }

    pub fn among(found: &mut Found, branch: Option<&Branch>, booking: &Booking) -> Result<Self, TableError> {
        let wanted = booking.staff_id().map(|staff| (staff.clone(), booking.date)).into_iter().collect();
        let policy = branch.map_or(SlotPolicy::Open, |branch| branch.settings.slot_policy);
        Ok(Self { days: Days::taken_from(found, wanted)?, policy })
    }

    pub async fn read(salon: &Salon, booking: &Booking) -> Result<Self, TableError> {
        let branch = Branches::of(salon).get(&booking.branch_id).await?;
        let mut found = salon.table.get_many(Self::keys(booking)).await?;
        Self::among(&mut found, branch.as_deref(), booking)
    }

    /// The visit is over now.
    pub fn end(&mut self, booking: &Booking, now: Instant) {
        self.days.end(booking, now);
    }

    /// The visit is still to come or still going on: takes its time again, and says where that is somebody else's now.
    pub fn take_again(&mut self, booking: &mut Booking) {
        let Some(staff) = booking.staff_id().cloned() else { return };
        let taken = self.days.of(&staff, booking.date).and_then(|day| day.taken(booking.hold(), Some(&booking.id)));
        booking.overlaps = self.policy == SlotPolicy::Staffed && taken.is_some();
        self.days.hold(booking, &staff);
    }

    pub fn write(&self, transaction: &mut Transaction<'_>) {
        self.days.write(transaction);
    }
}

/// The records that giving a booking a time and a staff member depends on, read consistently in one round trip.
#[derive(Debug, Default)]
pub(super) struct AssignmentContext {
    pub branch: Option<Stored<Branch>>,
    /// The named staff member, if there is one.
    pub member: Option<Stored<StaffMember>>,
    rosters: Vec<WeeklyRoster>,
    is_closed: bool,
    days: Days,
    takes_time: bool,
    /// The customer is there already: a closure does not stand in the way.
    is_served: bool,
}

/// What a person's day holds at a time.
pub(super) struct HeldTime<'a> {
    pub bookings: Vec<&'a Busy>,
    /// Time of bookings that the day does not list one by one.
    pub is_crowded: bool,
}

/// Branch, date and staff member of a change.
pub(super) struct AssignmentTarget<'a> {
    pub branch: &'a BranchId,
    pub date: IstDate,
    pub staff: Option<&'a StaffId>,
}

impl AssignmentTarget<'_> {
    /// The days whose time is freed or taken.
    fn days(&self, before: Option<&Booking>) -> Vec<(StaffId, IstDate)> {
        let held = before.and_then(|booking| booking.staff_id().map(|staff| (staff.clone(), booking.date)));
        held.into_iter().chain(self.staff.map(|staff| (staff.clone(), self.date))).collect()
    }

    /// Everything that a [`AssignmentContext`] is read from, but for the branch.
    pub fn keys(&self, before: Option<&Booking>) -> Vec<Key> {
        let person = self.staff.into_iter().flat_map(|staff| [keys::staff(staff), keys::roster(staff)]);
        let days = self.days(before).into_iter().map(|(staff, date)| keys::staff_day(&staff, date));
        std::iter::once(keys::closure(self.branch, self.date)).chain(person).chain(days).collect()
    }
}

impl AssignmentContext {
    /// For a change that neither takes nor frees time.
    pub fn untouched() -> Self {
        Self::default()
    }

    /// `before` is the booking whose time may have to be freed.
    pub async fn read(
        salon: &Salon,
        target: &AssignmentTarget<'_>,
        before: Option<&Booking>,
    ) -> Result<Self, TableError> {
        let branch = Branches::of(salon).get(target.branch).await?;
        let mut found = salon.table.get_many(target.keys(before)).await?;
        Self::among(&mut found, branch, target, before)
    }

    /// The same among items that were read already ([`Place::keys`]).
    pub fn among(
        found: &mut Found,
        branch: Option<Stored<Branch>>,
        target: &AssignmentTarget<'_>,
        before: Option<&Booking>,
    ) -> Result<Self, TableError> {
        let member = target.staff.map(|staff| found.take::<StaffMember>(&keys::staff(staff))).transpose()?.flatten();
        let rosters = target.staff.map(|staff| found.take::<Rosters>(&keys::roster(staff))).transpose()?.flatten();
        let is_closed_weekday = branch.as_ref().is_some_and(|branch| branch.opening_on(target.date).is_none());
        let is_closed = found.take::<Closure>(&keys::closure(target.branch, target.date))?.is_some();
        Ok(Self {
            branch,
            member,
            rosters: rosters.map(|rosters| rosters.record.weekly).unwrap_or_default(),
            is_closed: is_closed || is_closed_weekday,
            days: Days::taken_from(found, target.days(before))?,
            takes_time: false,
            is_served: false,
        })
    }

    /// The named staff member, who must be active.
    pub fn worker(&self) -> Result<&StaffMember, BookingError> {
        let member = self.member.as_ref().filter(|member| member.is_active).map(|member| &member.record);
        member.ok_or_else(|| BookingError::invalid("staffId", "must be an active staff member"))
    }

    /// Moves the time a booking holds from where it was to where it will be. Under `staffed` the person must be there
    /// and free; a closed day is closed under either policy.
    pub fn hold(&mut self, before: Option<&Booking>, after: &Booking, now: Instant) -> Result<(), BookingError> {
        let taker = after.staff_id().filter(|_| after.status.holds_time());
        if let Some(staff) = taker {
            self.refuse_unless_free(after, staff, now)?;
        }
        if let Some(before) = before {
            let stays = before.staff_id() == after.staff_id() && !after.status.frees_time();
            if taker.is_some() || !stays {
                self.days.release(before);
            }
        }
        if let Some(staff) = taker {
            self.days.hold(after, staff);
            self.takes_time = true;
        }
        Ok(())
    }

    /// Takes the time of somebody who is serving the customer, whatever else stands in their day.
    pub fn hold_served(&mut self, booking: &Booking, staff: &StaffId) {
        self.days.hold(booking, staff);
        (self.takes_time, self.is_served) = (true, true);
    }

    /// Nothing is moved to a day on which the branch is closed.
    pub fn refuse_closed(&self) -> Result<(), BookingError> {
        if self.is_closed { Err(BookingError::SlotUnavailable { alternatives: Vec::new() }) } else { Ok(()) }
    }

    /// What the person's day holds for others in the booking's own minutes, buffers included.
    pub fn held_in(&self, booking: &Booking, staff: &StaffId) -> HeldTime<'_> {
        let day = self.days.of(staff, booking.date);
        let busy = day.map_or(&[][..], DayLedger::busy).iter();
        HeldTime {
            bookings: busy
                .filter(|busy| busy.booking_id != booking.id && busy.hold().overlaps(booking.time()))
                .collect(),
            is_crowded: day.is_some_and(|day| day.is_crowded(booking.time())),
        }
    }

    /// The times nearby at which the person could take the booking.
    pub fn alternatives(&self, booking: &Booking, staff: &StaffId, now: Instant) -> Vec<Interval> {
        let Some(branch) = &self.branch else { return Vec::new() };
        let day = BranchDay::of(branch, booking.date, self.is_closed, now);
        let need = Need { services: Vec::new(), ..booking.need() };
        alternatives(&day, &[self.person(&day, staff)], booking.start, &need)
    }

    fn refuse_unless_free(&self, booking: &Booking, staff: &StaffId, now: Instant) -> Result<(), BookingError> {
        let Some(branch) = &self.branch else { return Ok(()) };
        let day = BranchDay::of(branch, booking.date, self.is_closed, now);
        if day.policy == SlotPolicy::Open && !self.is_closed {
            return Ok(());
        }
        // The desk may assign any service to any staff member: only their time is checked.
        let need = Need { services: Vec::new(), ..booking.need() };
        let people = [self.person(&day, staff)];
        let is_free = !self.is_closed && !free_people(&day, &people, booking.start, &need).is_empty();
        if is_free {
            return Ok(());
        }
        Err(BookingError::SlotUnavailable { alternatives: self.alternatives(booking, staff, now) })
    }

    fn person<'a>(&'a self, day: &BranchDay, staff: &'a StaffId) -> Person<'a> {
        Person::on(day, staff, true, &[], &self.rosters, self.days.of(staff, day.date))
    }

    /// Adds the changed ledgers to the transaction. A booking that takes time also checks that the staff member has not
    /// changed. A closure that came meanwhile has rewritten the ledgers of the branch's own staff; for somebody of another
    /// branch it is checked.
    pub fn write(&self, transaction: &mut Transaction<'_>, booking: &Booking) {
        self.days.write(transaction);
        if self.takes_time {
            let taker = self.member.as_ref().filter(|member| booking.staff_id() == Some(&member.id));
            if !self.is_served && !taker.is_some_and(|taker| taker.branch_ids.contains(&booking.branch_id)) {
                transaction.check(Closure::KIND, keys::closure(&booking.branch_id, booking.date), Condition::Absent);
            }
            if let Some(taker) = taker {
                transaction.check(StaffMember::KIND, taker.key(), Condition::Version(taker.version));
            }
        }
    }
}

#[cfg(test)]
impl AssignmentContext {
    /// A branch that is not closed, a person of it, and these days.
    pub fn sample(branch: &Branch, staff: Option<&StaffId>, days: Vec<DayLedger>) -> Self {
        let member = staff.map(|id| Stored { record: StaffMember::sample(id.as_str()), version: 1 });
        let days = days.into_iter().map(|day| LedgerDay { read: None, day, is_changed: false }).collect();
        let branch = Some(Stored { record: branch.clone(), version: 1 });
        Self { branch, member, days: Days(days), ..Self::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::new_booking::tests::requested;
    use super::*;

    fn now() -> Instant {
        "2026-11-16T09:00:00+05:30".parse().unwrap()
    }

    fn given(status: BookingStatus, staff: &str) -> Booking {
        Booking { status, ..requested() }.with_staff(Some((&staff.into(), staff)))
    }

    fn branch(slot_policy: SlotPolicy) -> Branch {
        let mut branch = Branch::sample();
        branch.settings.slot_policy = slot_policy;
        branch
    }

    fn day(staff: &str, held: &[Booking]) -> DayLedger {
        let mut day = DayLedger::empty(staff.into(), requested().date);
        held.iter().for_each(|booking| day.record(booking.busy()));
        day
    }

    /// Whose time the booking holds, and whose days are written, if it changes so and Meera had it.
    fn changed(before: BookingStatus, after: &Booking) -> [String; 2] {
        let before = given(before, "meera");
        let days = vec![day("meera", std::slice::from_ref(&before)), day("ravi", &[])];
        let mut context = AssignmentContext::sample(&branch(SlotPolicy::Staffed), None, days);
        context.hold(Some(&before), after, now()).unwrap();
        assert_eq!(context.takes_time, after.status.holds_time());
        let ways: [fn(&&LedgerDay) -> bool; 2] =
            [|ledger_day| !ledger_day.day.is_empty(), |ledger_day| ledger_day.is_changed];
        ways.map(|is| {
            let names = context.days.0.iter().filter(is).map(|ledger_day| ledger_day.day.staff_id.as_str());
            names.collect::<Vec<_>>().join(" ")
        })
    }

    #[test]
    fn a_booking_holds_the_time_of_whoever_has_it_until_it_will_not_happen() {
        use BookingStatus::{Cancelled, Completed, Confirmed, InProgress, NoShow, Pending};
        for (before, after, staff, holds, written) in [
            (Pending, Confirmed, "meera", "meera", "meera"),
            (Confirmed, Confirmed, "ravi", "ravi", "meera ravi"),
            (Confirmed, Cancelled, "meera", "", "meera"),
            (Confirmed, NoShow, "meera", "", "meera"),
            (InProgress, Completed, "meera", "meera", ""),
            (Completed, Completed, "ravi", "", "meera"),
        ] {
            assert_eq!(changed(before, &given(after, staff)), [holds, written], "{before} {after} {staff}");
        }
    }

    #[test]
    fn only_what_was_promised_to_a_customer_stands_in_the_way_of_leave() {
        for status in BookingStatus::ALL {
            let is_promised = matches!(status, BookingStatus::Confirmed | BookingStatus::InProgress);
            assert_eq!(given(*status, "meera").busy().is_confirmed, is_promised, "{status}");
        }
    }

    #[test]
    fn a_day_that_is_taken_or_closed_refuses() {
        let other = Booking { id: "other".into(), ..given(BookingStatus::Confirmed, "meera") };
        let booking = given(BookingStatus::Confirmed, "meera");
        for (policy, is_closed, held, refused) in [
            (SlotPolicy::Open, false, std::slice::from_ref(&other), None),
            (SlotPolicy::Open, true, &[][..], Some(0)),
            (SlotPolicy::Staffed, false, &[][..], None),
            (SlotPolicy::Staffed, false, std::slice::from_ref(&booking), None),
            (SlotPolicy::Staffed, false, std::slice::from_ref(&other), Some(3)),
            (SlotPolicy::Staffed, true, &[][..], Some(0)),
        ] {
            let mut context = AssignmentContext::sample(&branch(policy), None, vec![day("meera", held)]);
            context.is_closed = is_closed;
            let found = match context.hold(None, &booking, now()) {
                Ok(()) => None,
                Err(BookingError::SlotUnavailable { alternatives }) => Some(alternatives.len()),
                Err(error) => panic!("{error}"),
            };
            assert_eq!(found, refused, "{policy} {is_closed}");
        }
    }

    #[test]
    fn a_day_is_that_of_one_person_and_one_date() {
        let date = requested().date;
        let mut days =
            AssignmentContext::sample(&Branch::sample(), None, vec![day("meera", &[]), day("ravi", &[])]).days;
        days.0.push(LedgerDay {
            read: None,
            day: DayLedger::empty("meera".into(), date.plus_days(1)),
            is_changed: false,
        });
        for (staff, date) in [("ravi", date), ("meera", date.plus_days(1))] {
            let found = days.of(&staff.into(), date).unwrap();
            assert_eq!((found.staff_id.as_str(), found.date), (staff, date));
            let found = &days.ledger_day(&staff.into(), date).unwrap().day;
            assert_eq!((found.staff_id.as_str(), found.date), (staff, date));
        }
        assert!(days.of(&"ravi".into(), date.plus_days(1)).is_none());
    }

    #[test]
    fn a_day_that_was_taken_and_given_back_is_written() {
        let booking = given(BookingStatus::Confirmed, "meera");
        let mut days = AssignmentContext::sample(&Branch::sample(), None, vec![day("meera", &[])]).days;
        days.release(&booking);
        assert!(!days.0[0].is_changed);
        days.hold(&booking, &"meera".into());
        days.release(&booking);
        assert!(days.0[0].is_changed && days.0[0].day.is_empty());
    }

    /// What a visit from eleven to 12:25 holds of Meera's day after it was completed then.
    fn held_after(completed: &str) -> Option<Interval> {
        let visit = given(BookingStatus::InProgress, "meera");
        let context =
            AssignmentContext::sample(&Branch::sample(), None, vec![day("meera", std::slice::from_ref(&visit))]);
        let mut time = VisitTime { days: context.days, policy: SlotPolicy::Staffed };
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
    fn a_visit_taken_up_again_says_where_its_time_is_somebody_elses() {
        let other = Booking { id: "other".into(), ..given(BookingStatus::Confirmed, "meera") };
        for (policy, held, overlaps) in [
            (SlotPolicy::Staffed, &[][..], false),
            (SlotPolicy::Staffed, std::slice::from_ref(&other), true),
            (SlotPolicy::Open, std::slice::from_ref(&other), false),
        ] {
            let context = AssignmentContext::sample(&Branch::sample(), None, vec![day("meera", held)]);
            let mut time = VisitTime { days: context.days, policy };
            let mut visit = given(BookingStatus::Confirmed, "meera");
            time.take_again(&mut visit);
            assert_eq!(visit.overlaps, overlaps, "{policy}");
            assert!(time.days.0[0].day.busy().iter().any(|busy| busy.booking_id == visit.id && busy.is_confirmed));
        }
    }

    #[test]
    fn the_named_person_must_be_active() {
        let mut context = AssignmentContext::sample(&Branch::sample(), Some(&"meera".into()), vec![]);
        assert_eq!(context.worker().unwrap().id, "meera".into());
        context.member.as_mut().unwrap().record.is_active = false;
        assert!(context.worker().is_err() && AssignmentContext::untouched().worker().is_err());
    }

    #[test]
    fn a_change_reads_the_days_it_frees_and_takes_the_person_and_the_closure() {
        let (before, date, ravi) =
            (given(BookingStatus::Confirmed, "meera"), requested().date.plus_days(1), "ravi".into());
        let target = AssignmentTarget { branch: &"main".into(), date, staff: Some(&ravi) };
        assert_eq!(
            target.keys(Some(&before)),
            [
                keys::closure(&"main".into(), date),
                keys::staff(&ravi),
                keys::roster(&ravi),
                keys::staff_day(&"meera".into(), before.date),
                keys::staff_day(&ravi, date),
            ]
        );
    }
}
