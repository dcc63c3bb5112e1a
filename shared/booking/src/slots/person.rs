//! Somebody of the team on a day.

use super::day::BranchDay;
use super::ledger::{Busy, DayLedger};
use super::need::{Work, are_at_once, held_of_person};
use super::reason::Reason;
use super::roster::{self, DayPlan, WeeklyRoster};
use parlour_values::id::{BookingId, ServiceId, StaffId};
use parlour_values::time::interval::{Interval, covers};
use parlour_values::time::{Instant, Minutes};

/// A staff member of the branch on this day.
#[derive(Clone, Debug)]
pub struct Person<'a> {
    pub staff_id: &'a StaffId,
    is_active: bool,
    skills: Skills<'a>,
    pub plan: DayPlan,
    pub working: Vec<Interval>,
    ledger: Option<&'a DayLedger>,
    /// The minutes booked of the day.
    pub booked: Minutes,
}

#[derive(Clone, Copy, Debug)]
enum Skills<'a> {
    These(&'a [ServiceId]),
    /// The desk may give any service to anybody.
    Any,
}

impl<'a> Person<'a> {
    /// `ledger` is `None` if nothing is recorded for the day.
    pub fn on(
        day: &BranchDay,
        staff_id: &'a StaffId,
        is_active: bool,
        service_ids: &'a [ServiceId],
        rosters: &[WeeklyRoster],
        ledger: Option<&'a DayLedger>,
    ) -> Self {
        let exception = ledger.and_then(|ledger| ledger.exception.as_ref());
        let plan = roster::plan(day.date, rosters, exception, day.opening).within(&[day.opening]);
        let working = plan.working();
        let booked = ledger.map_or(Minutes(0), DayLedger::booked_minutes);
        Self { staff_id, is_active, skills: Skills::These(service_ids), plan, working, ledger, booked }
    }

    /// The same person, whatever is asked of them.
    #[must_use]
    pub fn for_anything(self) -> Self {
        Self { is_active: true, skills: Skills::Any, ..self }
    }

    pub fn can_do(&self, service: &ServiceId) -> bool {
        self.is_active
            && match self.skills {
                Skills::These(services) => services.contains(service),
                Skills::Any => true,
            }
    }

    pub fn is_active(&self) -> bool {
        self.is_active
    }

    /// Why this person cannot take these services of a visit; `None` if they can.
    pub fn obstacle(
        &self,
        works: impl Iterator<Item = Work> + Clone,
        own: Option<&BookingId>,
        now: Instant,
    ) -> Option<Reason> {
        let is_at_work = works.clone().flat_map(|work| work.at_work()).all(|at_work| covers(&self.working, at_work));
        if !is_at_work {
            return Some(Reason::OffShift);
        }
        let taken = |hold: Interval| self.ledger?.taken(hold, own, now);
        let taken = held_of_person(works.clone()).into_iter().filter_map(taken).min();
        taken.map(Reason::from).or_else(|| are_at_once(works).then_some(Reason::Booked))
    }

    /// Whether all of it lies in a shift, breaks included.
    pub fn is_on_shift(&self, time: Interval) -> bool {
        covers(&self.plan.shifts, time)
    }

    /// The entries by which others hold this time.
    pub fn met(&self, time: Interval, own: Option<&BookingId>, now: Instant) -> impl Iterator<Item = &'a Busy> {
        let live = self.ledger.into_iter().flat_map(move |ledger| ledger.live(now));
        live.filter(move |busy| Some(&busy.booking_id) != own && busy.hold().overlaps(time))
    }

    pub fn is_on_leave(&self) -> bool {
        self.ledger.is_some_and(DayLedger::is_on_leave)
    }

    pub fn is_blocked(&self, time: Interval) -> bool {
        self.ledger.is_some_and(|ledger| ledger.blocks().iter().any(|block| block.time().overlaps(time)))
    }
}
