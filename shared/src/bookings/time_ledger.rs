//! The staff time that a booking takes or frees, written in the booking's own transaction.

use super::status::BookingStatus;
use super::{Booking, BookingError};
use crate::branches::Branch;
use crate::id::{BranchId, StaffId};
use crate::salon::Salon;
use crate::slots::availability::{BranchDay, Need, Person, alternatives, free_people};
use crate::slots::ledger::{Busy, DayLedger};
use crate::slots::roster::WeeklyRoster;
use crate::slots::{Closure, Rosters, SlotPolicy};
use crate::staff::StaffMember;
use crate::table::{Condition, Found, Key, Record as _, Stored, TableError, keys};
use crate::time::{Instant, IstDate};
use crate::transaction::Transaction;

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
struct Days(Vec<Touched>);

#[derive(Debug)]
struct Touched {
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
                days.0.push(Touched { read, day, is_changed: false });
            }
        }
        Ok(days)
    }

    fn of(&self, staff: &StaffId, date: IstDate) -> Option<&DayLedger> {
        self.0.iter().map(|touched| &touched.day).find(|day| day.staff_id == *staff && day.date == date)
    }

    fn touched(&mut self, staff: &StaffId, date: IstDate) -> Option<&mut Touched> {
        self.0.iter_mut().find(|touched| touched.day.staff_id == *staff && touched.day.date == date)
    }

    fn release(&mut self, booking: &Booking) {
        if let Some(touched) = booking.staff_id().and_then(|staff| self.touched(staff, booking.date)) {
            touched.is_changed |= touched.day.release(&booking.id);
        }
    }

    fn hold(&mut self, booking: &Booking, staff: &StaffId) {
        if let Some(touched) = self.touched(staff, booking.date) {
            touched.day.record(booking.busy());
            touched.is_changed = true;
        }
    }
}

/// The records that giving a booking a time and a staff member depends on, read consistently in one round trip.
#[derive(Debug, Default)]
pub(super) struct Setting {
    pub branch: Option<Stored<Branch>>,
    /// The named staff member, if there is one.
    pub member: Option<Stored<StaffMember>>,
    rosters: Vec<WeeklyRoster>,
    is_closed: bool,
    days: Days,
    takes_time: bool,
}

/// Branch, date and staff member of a change.
pub(super) struct Place<'a> {
    pub branch: &'a BranchId,
    pub date: IstDate,
    pub staff: Option<&'a StaffId>,
}

impl Place<'_> {
    /// The days whose time is freed or taken.
    fn days(&self, before: Option<&Booking>) -> Vec<(StaffId, IstDate)> {
        let held = before.and_then(|booking| booking.staff_id().map(|staff| (staff.clone(), booking.date)));
        held.into_iter().chain(self.staff.map(|staff| (staff.clone(), self.date))).collect()
    }

    /// Everything that a [`Setting`] is read from, but for the branch.
    pub fn keys(&self, before: Option<&Booking>) -> Vec<Key> {
        let person = self.staff.into_iter().flat_map(|staff| [keys::staff(staff), keys::roster(staff)]);
        let days = self.days(before).into_iter().map(|(staff, date)| keys::staff_day(&staff, date));
        std::iter::once(keys::closure(self.branch, self.date)).chain(person).chain(days).collect()
    }
}

impl Setting {
    /// For a change that neither takes nor frees time.
    pub fn untouched() -> Self {
        Self::default()
    }

    /// `before` is the booking whose time may have to be freed.
    pub async fn read(salon: &Salon, place: &Place<'_>, before: Option<&Booking>) -> Result<Self, TableError> {
        let branch = salon.branches().get(place.branch).await?;
        let mut found = salon.table.get_many(place.keys(before)).await?;
        Self::among(&mut found, branch, place, before)
    }

    /// The same among items that were read already ([`Place::keys`]).
    pub fn among(
        found: &mut Found,
        branch: Option<Stored<Branch>>,
        place: &Place<'_>,
        before: Option<&Booking>,
    ) -> Result<Self, TableError> {
        let member = place.staff.map(|staff| found.take::<StaffMember>(&keys::staff(staff))).transpose()?.flatten();
        let rosters = place.staff.map(|staff| found.take::<Rosters>(&keys::roster(staff))).transpose()?.flatten();
        Ok(Self {
            branch,
            member,
            rosters: rosters.map(|rosters| rosters.record.weekly).unwrap_or_default(),
            is_closed: found.take::<Closure>(&keys::closure(place.branch, place.date))?.is_some(),
            days: Days::taken_from(found, place.days(before))?,
            takes_time: false,
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

    fn refuse_unless_free(&self, booking: &Booking, staff: &StaffId, now: Instant) -> Result<(), BookingError> {
        let Some(branch) = &self.branch else { return Ok(()) };
        let day = branch.day(booking.date, self.is_closed, now);
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
        Err(BookingError::SlotUnavailable { alternatives: alternatives(&day, &people, booking.start, &need) })
    }

    fn person<'a>(&'a self, day: &BranchDay, staff: &'a StaffId) -> Person<'a> {
        Person::on(day, staff, true, &[], &self.rosters, self.days.of(staff, day.date))
    }

    /// Adds the changed ledgers to the transaction. A booking that takes time also checks that the branch has no
    /// closure that day and that the staff member has not changed.
    pub fn write(&self, transaction: &mut Transaction<'_>, booking: &Booking) {
        for touched in self.days.0.iter().filter(|touched| touched.is_changed) {
            transaction.save(touched.read.as_ref(), &touched.day);
        }
        if self.takes_time {
            transaction.check(Closure::KIND, keys::closure(&booking.branch_id, booking.date), Condition::Absent);
            if let Some(taker) = self.member.as_ref().filter(|member| booking.staff_id() == Some(&member.id)) {
                transaction.check(StaffMember::KIND, taker.key(), Condition::Version(taker.version));
            }
        }
    }
}
