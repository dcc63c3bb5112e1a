//! Giving a visit a time, people and rooms: what that depends on, whether it can be, and what the desk is told about it.

mod warnings;

pub use warnings::{Warning, WarningCode};

use super::status::BookingStatus;
use super::time_ledger::{LedgerDays, turnaround};
use super::{Booking, BookingError};
use crate::slots::availability::alternatives;
use crate::slots::day::{BranchDay, has_begun};
#[cfg(test)]
use crate::slots::ledger::DayLedger;
use crate::slots::ledger::{Busy, LedgerOwner};
use crate::slots::need::Need;
use crate::slots::person::Person;
use crate::slots::plan::best_plan;
use crate::slots::reason::Reason;
use crate::slots::room::{self, Room};
use crate::slots::roster::WeeklyRoster;
use crate::slots::{Closure, Resource, Rosters};
use crate::teams::{Rooms, Team, Teams, WantedRooms};
use parlour_people::staff::StaffMember;
use parlour_setup::branches::{Branch, Branches, SlotPolicy};
use parlour_storage::salon::Salon;
use parlour_storage::table::{Condition, Found, Key, Record as _, Stored, TableError, keys};
use parlour_storage::transaction::Transaction;
use parlour_values::id::{BranchId, ResourceId, StaffId};
use parlour_values::time::{Instant, Interval, IstDate, Minutes};

/// The records that giving a booking a time, people and rooms depends on, read consistently in one round trip.
#[derive(Debug, Default)]
pub(super) struct AssignmentContext {
    pub branch: Option<Stored<Branch>>,
    /// Those of the named people who exist.
    members: Vec<Stored<StaffMember>>,
    rosters: Vec<Stored<Rosters>>,
    rooms: Vec<Stored<Resource>>,
    /// Those that the desk asks for: these or none.
    named_rooms: Vec<ResourceId>,
    is_closed: bool,
    days: LedgerDays,
    takes_time: bool,
    /// The customer is there already: a closure does not stand in the way.
    is_served: bool,
}

/// What the days of a visit's people hold for others while they work on it.
#[derive(Default)]
pub(super) struct MetTime<'a> {
    pub meetings: Vec<Meeting<'a>>,
    /// Time of bookings that a day does not list one by one.
    pub is_crowded: bool,
}

/// Somebody's work on a visit, and what their day holds then.
pub(super) struct Meeting<'a> {
    pub staff: &'a StaffId,
    pub at_work: Interval,
    pub busy: &'a Busy,
}

impl Meeting<'_> {
    /// Whether the other booking's own work meets it: not its buffer, nor what it has given back.
    pub fn is_with(&self, other: &Booking) -> bool {
        let held = |own: &Interval| own.overlaps(self.at_work) && own.overlaps(self.busy.hold());
        other.at_work_of(self.staff).iter().any(held)
    }
}

/// Branch, date, people and rooms of a change.
pub(super) struct AssignmentTarget<'a> {
    pub branch: &'a BranchId,
    pub date: IstDate,
    pub staff: Vec<&'a StaffId>,
    pub rooms: WantedRooms,
    /// Those of the rooms that the desk asks for.
    pub named_rooms: Vec<ResourceId>,
}

impl AssignmentTarget<'_> {
    /// The days of people whose time is freed or taken, and of rooms whose time is freed.
    fn days(&self, before: Option<&Booking>) -> Vec<(LedgerOwner, IstDate)> {
        let held = before.map(LedgerDays::of_booking).unwrap_or_default();
        let named = self.staff.iter().map(|staff| (LedgerOwner::Person((*staff).clone()), self.date));
        let mut days: Vec<(LedgerOwner, IstDate)> = Vec::with_capacity(held.len().saturating_add(self.staff.len()));
        for day in held.into_iter().chain(named) {
            if !days.contains(&day) {
                days.push(day);
            }
        }
        days
    }

    /// Everything that an [`AssignmentContext`] is read from, but for the branch and its rooms.
    pub fn keys(&self, before: Option<&Booking>) -> Vec<Key> {
        let people = self.staff.iter().flat_map(|staff| [keys::staff(staff), keys::roster(staff)]);
        let days = LedgerDays::keys(&self.days(before));
        std::iter::once(keys::closure(self.branch, self.date)).chain(people).chain(days).collect()
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
        let (rooms, mut found) =
            Teams::of(salon).rooms_and(target.branch, target.date, &target.rooms, target.keys(before)).await?;
        Self::among(&mut found, branch, rooms, target, before)
    }

    /// The same among items that were read already ([`AssignmentTarget::keys`]).
    pub fn among(
        found: &mut Found,
        branch: Option<Stored<Branch>>,
        rooms: Rooms,
        target: &AssignmentTarget<'_>,
        before: Option<&Booking>,
    ) -> Result<Self, TableError> {
        let (mut members, mut rosters) = (Vec::new(), Vec::new());
        for staff in &target.staff {
            members.extend(found.take::<StaffMember>(&keys::staff(staff))?);
            rosters.extend(found.take::<Rosters>(&keys::roster(staff))?);
        }
        let mut days = LedgerDays::taken_from(found, target.days(before))?;
        for room in &rooms.resources {
            let owner = LedgerOwner::Resource(room.id.clone());
            let read = rooms.days.iter().find(|day| day.owner == owner).cloned();
            days.add(owner, target.date, read);
        }
        let is_closed_weekday = branch.as_ref().is_some_and(|branch| branch.opening_on(target.date).is_none());
        Ok(Self {
            branch,
            members,
            rosters,
            rooms: rooms.resources,
            named_rooms: target.named_rooms.clone(),
            is_closed: found.take::<Closure>(&keys::closure(target.branch, target.date))?.is_some()
                || is_closed_weekday,
            days,
            takes_time: false,
            is_served: false,
        })
    }

    /// With the people of a booking that was planned among their team.
    pub fn join(&mut self, team: &Team, booking: &Booking) {
        for staff in booking.staff_ids() {
            let owner = LedgerOwner::Person(staff.clone());
            let day = team.days().iter().find(|day| day.owner == owner).cloned();
            self.days.add(owner, booking.date, day);
            if !self.members.iter().any(|member| member.id == *staff) {
                self.members.extend(team.member(staff).cloned());
                self.rosters.extend(team.stored_rosters(staff).cloned());
            }
        }
    }

    /// A named staff member, who must be active.
    pub fn worker(&self, id: &StaffId) -> Option<&StaffMember> {
        let member = self.members.iter().find(|member| member.id == *id);
        member.filter(|member| member.is_active).map(|member| &member.record)
    }

    /// Everybody of the booking is active.
    pub fn are_workers(&self, booking: &Booking) -> bool {
        booking.staff_ids().into_iter().all(|staff| self.worker(staff).is_some())
    }

    fn day(&self, date: IstDate, now: Instant) -> Option<BranchDay> {
        self.branch.as_ref().map(|branch| BranchDay::of(branch, date, self.is_closed, now).at_desk())
    }

    /// Moves the time a booking holds from where it was to where it will be, and gives it its rooms. Under `staffed` its
    /// people must be there and free, and there must be rooms; a closed day is closed under either policy. What a visit that
    /// is over has used is only handed on.
    pub fn hold(&mut self, before: Option<&Booking>, after: Booking, now: Instant) -> Result<Booking, BookingError> {
        let takes = after.is_assigned() && after.status.holds_time();
        let after = if takes { self.placed(after, now)? } else { after };
        if let Some(before) = before.filter(|before| before.status == BookingStatus::Completed) {
            let over_at = after.completed_at.unwrap_or(now);
            self.days.hand_on(before, &after, over_at);
        } else if let Some(before) = before {
            let stays = before.staff_id() == after.staff_id() && !after.status.frees_time();
            if takes || !stays {
                self.days.release(before);
            }
        }
        if takes {
            self.take(&after, now);
        }
        Ok(after)
    }

    fn take(&mut self, booking: &Booking, now: Instant) {
        self.days.hold(booking, |room| turnaround(&self.rooms, room), now);
        self.takes_time = true;
    }

    /// Takes the time of somebody who is serving the customer, whatever else stands in their day.
    pub fn hold_served(&mut self, booking: Booking, now: Instant) -> Booking {
        let booking = self.with_free_rooms(booking, now);
        self.take(&booking, now);
        self.is_served = true;
        booking
    }

    /// Nothing is moved to a day on which the branch is closed.
    pub fn refuse_closed(&self) -> Result<(), BookingError> {
        if self.is_closed { Err(BookingError::SlotUnavailable { alternatives: Vec::new() }) } else { Ok(()) }
    }

    /// What the days of the booking's people hold for others in the minutes that they work on it, buffers of others
    /// included.
    pub fn met_by<'a>(&'a self, booking: &'a Booking, now: Instant) -> MetTime<'a> {
        let mut met = MetTime::default();
        for staff in booking.staff_ids() {
            let Some(day) = self.days.of(&LedgerOwner::Person(staff.clone()), booking.date) else { continue };
            for at_work in booking.at_work_of(staff) {
                met.is_crowded |= day.is_crowded(at_work);
                let others = day.live(now).filter(|busy| busy.booking_id != booking.id);
                let others = others.filter(|busy| busy.hold().overlaps(at_work));
                met.meetings.extend(others.map(|busy| Meeting { staff, at_work, busy }));
            }
        }
        met
    }

    /// The times nearby at which its people could take the booking.
    pub fn alternatives(&self, booking: &Booking, now: Instant) -> Vec<Interval> {
        let Some(day) = self.day(booking.date, now) else { return Vec::new() };
        let need = self.need_in_any_room(booking);
        alternatives(&day, &self.people(&day, booking), &self.rooms_on(booking.date), booking.start, &need)
    }

    /// The time to look for, in other rooms than the booking has unless the desk asks for these.
    fn need_in_any_room(&self, booking: &Booking) -> Need {
        let mut need = booking.need();
        for service in &mut need.services {
            service.rooms.retain(|room| self.named_rooms.contains(room));
        }
        need
    }

    /// The booking with its rooms, if all of it can be. It keeps the rooms that it has while they are free.
    fn placed(&self, booking: Booking, now: Instant) -> Result<Booking, BookingError> {
        let Some(day) = self.day(booking.date, now) else { return Ok(booking) };
        if day.policy == SlotPolicy::Open && !day.is_closed {
            return Ok(self.with_free_rooms(booking, now));
        }
        // The desk may assign any service to any staff member: only their time is checked.
        let (people, rooms) = (self.people(&day, &booking), self.rooms_on(booking.date));
        let mut plan = best_plan(&day, &people, &rooms, booking.start, &booking.need());
        if plan.is_err() && !booking.resource_ids().is_empty() {
            plan = best_plan(&day, &people, &rooms, booking.start, &self.need_in_any_room(&booking));
        }
        match plan {
            Ok(plan) => Ok(booking.in_rooms(plan.into_iter().map(|planned| planned.resource_ids))),
            Err(_) => Err(BookingError::SlotUnavailable { alternatives: self.alternatives(&booking, now) }),
        }
    }

    /// With the rooms that are free for it, where it has none yet: recorded, whatever there is.
    fn with_free_rooms(&self, booking: Booking, now: Instant) -> Booking {
        let Some(day) = self.day(booking.date, now).filter(|_| !booking.groups().is_empty()) else { return booking };
        let (need, rooms) = (booking.need(), self.rooms_on(booking.date));
        let services: Vec<_> = need.services.iter().zip(booking.times()).collect();
        match room::choose(&day, &rooms, &services, Some(&booking.id)) {
            Some(chosen) => booking.in_rooms(chosen),
            None => booking,
        }
    }

    fn people<'a>(&'a self, day: &BranchDay, booking: &'a Booking) -> Vec<Person<'a>> {
        booking.staff_ids().into_iter().map(|staff| self.person(day, staff).for_anything()).collect()
    }

    fn person<'a>(&'a self, day: &BranchDay, staff: &'a StaffId) -> Person<'a> {
        let rosters = self.rosters.iter().find(|rosters| rosters.staff_id == *staff);
        let rosters: &[WeeklyRoster] = rosters.map_or(&[], |rosters| &rosters.weekly);
        let ledger = self.days.of(&LedgerOwner::Person(staff.clone()), day.date);
        Person::on(day, staff, true, &[], rosters, ledger)
    }

    fn rooms_on(&self, date: IstDate) -> Vec<Room<'_>> {
        let room_day = |id: &ResourceId| self.days.of(&LedgerOwner::Resource(id.clone()), date);
        self.rooms.iter().map(|room| Room { resource: &room.record, ledger: room_day(&room.id) }).collect()
    }

    pub fn is_staffed(&self) -> bool {
        self.branch.as_ref().is_some_and(|branch| branch.settings.slot_policy == SlotPolicy::Staffed)
    }

    /// A group of rooms that is needed and that a staffed branch has nothing of.
    pub fn missing_group(&self, groups: &[String]) -> Option<String> {
        missing_group(self.branch.as_deref(), &self.rooms, groups)
    }

    /// Nowhere could the services of a visit still to come be done, whatever the time. A customer who is being served has
    /// their room.
    pub fn refuse_roomless(&self, booking: &Booking, field: &str) -> Result<(), BookingError> {
        let is_ahead = matches!(booking.status, BookingStatus::Pending | BookingStatus::Confirmed);
        let missing = self.missing_group(&booking.groups()).filter(|_| is_ahead);
        missing.map_or(Ok(()), |group| Err(BookingError::invalid(field, &no_such_room(&group))))
    }

    /// As if this booking had moved away.
    pub fn release(&mut self, gone: &Booking) {
        self.days.release(gone);
    }

    /// Why the booking cannot be where it is; none if it can. Its rooms are chosen anew.
    pub fn obstacle(&self, booking: &Booking, now: Instant) -> Option<Reason> {
        let day = self.day(booking.date, now)?;
        if has_begun(booking.date, booking.start, now) {
            return Some(Reason::Past);
        }
        if (day.policy == SlotPolicy::Open || !booking.is_assigned()) && !day.is_closed {
            let begins_open = day.opening.contains(Interval::from_start(booking.start, Minutes(1)));
            return (!begins_open).then_some(Reason::Closed);
        }
        let (need, people) = (self.need_in_any_room(booking), self.people(&day, booking));
        best_plan(&day, &people, &self.rooms_on(booking.date), booking.start, &need).err()
    }

    /// With the names of its people, who must be active.
    pub fn named(&self, mut booking: Booking) -> Result<Booking, BookingError> {
        for service in &mut booking.services {
            let Some(staff) = &service.staff_id else { continue };
            let worker = self.worker(staff);
            let worker = worker.ok_or_else(|| BookingError::invalid("staffId", "must be an active staff member"))?;
            service.staff_name = Some(worker.display_name.clone());
        }
        Ok(booking)
    }

    /// A named room of the branch that is in use.
    pub fn has_room(&self, id: &ResourceId) -> bool {
        self.rooms.iter().any(|room| room.id == *id && room.is_active)
    }

    /// Adds the changed ledgers to the transaction. A booking that takes time also checks that its people and rooms have
    /// not changed. A closure that came meanwhile has rewritten the ledgers of the branch's own staff; for somebody of
    /// another branch it is checked.
    pub fn write(&self, transaction: &mut Transaction<'_>, booking: &Booking) {
        self.days.write(transaction);
        if !self.takes_time {
            return;
        }
        let takers = || booking.staff_ids().into_iter().map(|id| self.members.iter().find(|member| member.id == *id));
        let is_own = |member: &Stored<StaffMember>| member.branch_ids.contains(&booking.branch_id);
        if !self.is_served && !takers().all(|taker| taker.is_some_and(is_own)) {
            transaction.check(Closure::KIND, keys::closure(&booking.branch_id, booking.date), Condition::Absent);
        }
        for taker in takers().flatten() {
            transaction.check(StaffMember::KIND, taker.key(), Condition::Version(taker.version));
        }
        for room in self.rooms.iter().filter(|room| booking.resource_ids().contains(&&room.id)) {
            transaction.check(Resource::KIND, room.key(), Condition::Version(room.version));
        }
    }
}

/// The same among these rooms of a branch.
pub(super) fn missing_group(branch: Option<&Branch>, rooms: &[Stored<Resource>], groups: &[String]) -> Option<String> {
    let is_staffed = branch.is_some_and(|branch| branch.settings.slot_policy == SlotPolicy::Staffed);
    let has = |group: &String| rooms.iter().any(|room| room.is_active && room.group == *group);
    groups.iter().find(|group| is_staffed && !has(group)).cloned()
}

/// The problem with services that need a group that the branch has nothing of.
pub(super) fn no_such_room(group: &str) -> String {
    format!("the branch has no {group}, which they need")
}

impl Booking {
    fn in_rooms(mut self, rooms: impl IntoIterator<Item = Vec<ResourceId>>) -> Self {
        for (service, rooms) in self.services.iter_mut().zip(rooms) {
            service.part.resource_ids = rooms;
        }
        self
    }
}

#[cfg(test)]
impl AssignmentContext {
    /// A branch that is not closed, people of it, and these days.
    pub fn sample(branch: &Branch, staff: &[&StaffId], days: Vec<DayLedger>) -> Self {
        let member = |id: &&StaffId| Stored { record: StaffMember::sample(id.as_str()), version: 1 };
        let branch = Some(Stored { record: branch.clone(), version: 1 });
        Self { branch, members: staff.iter().map(member).collect(), days: LedgerDays::sample(days), ..Self::default() }
    }

    /// Whether its people work there still.
    pub fn set_active(&mut self, is_active: bool) {
        self.members.iter_mut().for_each(|member| member.record.is_active = is_active);
    }
}

#[cfg(test)]
mod tests {
    use super::super::new_booking::tests::requested;
    use super::*;
    use crate::slots::ledger::Block;
    use crate::slots::spans::span;

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
        for booking in held {
            let held = booking.held_of(&staff.into()).into_iter();
            day.record(held.map(|hold| Busy::new(hold, booking.id.clone(), booking.branch_id.clone(), true)));
        }
        day
    }

    /// The people whose time the booking holds, and those whose days are written, if it changes so and Meera had it.
    fn changed(before: BookingStatus, after: &Booking) -> [String; 2] {
        let before = given(before, "meera");
        let days = vec![day("meera", std::slice::from_ref(&before)), day("ravi", &[])];
        let mut context = AssignmentContext::sample(&branch(SlotPolicy::Staffed), &[], days);
        context.hold(Some(&before), after.clone(), now()).unwrap();
        assert_eq!(context.takes_time, after.status.holds_time());
        context.days.names()
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
            (Completed, Completed, "ravi", "ravi", "meera ravi"),
        ] {
            assert_eq!(changed(before, &given(after, staff)), [holds, written], "{before} {after} {staff}");
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
            let mut context = AssignmentContext::sample(&branch(policy), &[], vec![day("meera", held)]);
            context.is_closed = is_closed;
            let found = match context.hold(None, booking.clone(), now()) {
                Ok(held) => {
                    assert_eq!(held, booking);
                    None
                }
                Err(BookingError::SlotUnavailable { alternatives }) => Some(alternatives.len()),
                Err(error) => panic!("{error}"),
            };
            assert_eq!(found, refused, "{policy} {is_closed}");
        }
    }

    #[test]
    fn a_named_person_must_be_active() {
        let mut context = AssignmentContext::sample(&Branch::sample(), &[&"meera".into()], vec![]);
        assert_eq!(context.worker(&"meera".into()).unwrap().id, "meera".into());
        assert!(context.worker(&"ravi".into()).is_none());
        context.set_active(false);
        assert!(context.worker(&"meera".into()).is_none());
    }

    #[test]
    fn a_change_reads_the_days_it_frees_and_takes_the_person_and_the_closure() {
        let (before, date, ravi) =
            (given(BookingStatus::Confirmed, "meera"), requested().date.plus_days(1), "ravi".into());
        let target = AssignmentTarget {
            branch: &"main".into(),
            date,
            staff: vec![&ravi],
            rooms: WantedRooms::None,
            named_rooms: vec![],
        };
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

    #[test]
    fn an_open_branch_tells_what_is_unusual_about_a_visit() {
        let mut booking = given(BookingStatus::Confirmed, "meera");
        let codes = |booking: &Booking, days: Vec<DayLedger>| -> Vec<WarningCode> {
            let context = AssignmentContext::sample(&branch(SlotPolicy::Open), &[&"meera".into()], days);
            context.warnings(booking, now()).into_iter().map(|warning| warning.code).collect()
        };
        let skilled = |codes: Vec<WarningCode>| -> Vec<WarningCode> {
            codes.into_iter().filter(|code| *code != WarningCode::Skill).collect()
        };
        let other = Booking { id: "other".into(), ..booking.clone() };
        let mut full = day("meera", std::slice::from_ref(&other));
        assert_eq!(skilled(codes(&booking, vec![day("meera", &[])])), []);
        assert_eq!(skilled(codes(&booking, vec![full.clone()])), [WarningCode::Overlap]);
        full.block(Block::new("tea".into(), span("11:00-11:30")));
        full.give_leave("l1".into());
        let all = [WarningCode::OnLeave, WarningCode::Blocked, WarningCode::Overlap];
        assert_eq!(skilled(codes(&booking, vec![full])), all);
        booking.services[0].part.requested_staff_id = Some("ravi".into());
        booking.services[0].part.needs = vec!["room".to_owned()];
        let unmet = [WarningCode::NotWished, WarningCode::NoRoom];
        assert_eq!(skilled(codes(&booking, vec![day("meera", &[])])), unmet);
    }
}
