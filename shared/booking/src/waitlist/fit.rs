//! Which time of a day fits a wish.

use std::collections::BTreeSet;

use super::rules::{gap_around, has_passed, held_until, next_morning};
use super::state::{IllegalStep, WishState, WishStep};
use super::wish::{HeldService, PassedGap, TimeOffer, Wish};
use crate::slots::availability::slots;
use crate::slots::day::BranchDay;
use crate::slots::need::Need;
use crate::slots::person::Person;
use crate::slots::plan::{PlannedService, best_plan};
use crate::slots::room::Room;
use crate::teams::Team;
use parlour_setup::branches::Branch;
use parlour_setup::catalogue::Catalogue;
use parlour_values::id::{BookingId, UserId};
use parlour_values::time::{Instant, Interval, IstDate, Minutes, TimeOfDay};

/// The time to look for; none where a service is no longer on offer.
pub(super) fn need_of(wish: &Wish, catalogue: &Catalogue) -> Option<Need> {
    let services =
        wish.service_ids.iter().map(|id| catalogue.service(id).filter(|service| catalogue.is_on_offer(service)));
    let services: Vec<_> = services.collect::<Option<_>>()?;
    let mut need = Need::of(services.iter().map(|service| &service.record));
    for service in &mut need.services {
        service.wished = wish.staff_id.clone();
    }
    Some(need)
}

/// From the first of a plan's services to the last.
pub(super) fn visit_of(plan: &[PlannedService]) -> Option<Interval> {
    let start = plan.iter().map(|planned| planned.time.start).min()?;
    let end = plan.iter().map(|planned| planned.time.end).max()?;
    Some(Interval { start, end })
}

/// A time that can be offered, and until when it would be held.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct OfferableTime {
    pub plan: Vec<PlannedService>,
    pub visit: Interval,
    pub until: Instant,
    /// The free time around each part of the plan.
    gaps: Vec<Interval>,
}

impl OfferableTime {
    /// A plan that was found among these people.
    pub fn of(
        plan: Vec<PlannedService>,
        until: Instant,
        (team, people): (&Team, &[Person<'_>]),
        now: Instant,
    ) -> Option<Self> {
        let gap = |planned: &PlannedService| {
            let person = people.iter().find(|person| *person.staff_id == planned.staff_id)?;
            Some(gap_around(&person.working, team.day_of(person.staff_id), planned.time, now))
        };
        let gaps = plan.iter().map(gap).collect::<Option<_>>()?;
        Some(Self { visit: visit_of(&plan)?, plan, until, gaps })
    }

    /// The wish with this time held for it.
    pub fn offered_to(
        &self,
        wish: &Wish,
        step: WishStep,
        date: IstDate,
        booking_id: BookingId,
        now: Instant,
    ) -> Result<Wish, IllegalStep> {
        let plan = self.plan.iter().zip(&self.gaps).map(|(planned, gap)| HeldService {
            service_id: planned.service_id.clone(),
            staff_id: planned.staff_id.clone(),
            time: planned.time,
            resource_ids: planned.resource_ids.clone(),
            gap: Some(*gap),
        });
        let (start, plan) = (self.visit.start, plan.collect());
        wish.offered(step, TimeOffer { booking_id, date, start, plan, expires_at: self.until }, now)
    }
}

/// Somebody whose turn may have come.
pub(super) struct Turn<'a> {
    pub wish: &'a Wish,
    pub need: &'a Need,
    /// The gaps the customer has let pass, by whichever of their wishes.
    pub passed: Vec<PassedGap>,
}

/// A day as it was read, for those who wait for it.
pub(super) struct WaitedDay<'a> {
    pub branch: &'a Branch,
    pub team: &'a Team,
    /// A time that came free, where the slots may not show it.
    pub freed: Option<TimeOfDay>,
    pub now: Instant,
}

impl WaitedDay<'_> {
    fn date(&self) -> IstDate {
        self.team.date()
    }

    /// The first time of the day that is free, wished for, and not one that the customer has let pass. At night as of the
    /// next morning.
    pub fn first_fit(&self, turn: &Turn<'_>) -> Option<OfferableTime> {
        let day = self.team.day(self.branch, self.now);
        let (people, rooms) = (self.team.people(&day), self.team.rooms());
        let free = slots(&day, &people, &rooms, turn.need);
        let mut starts: BTreeSet<TimeOfDay> =
            free.iter().filter(|slot| slot.is_available()).map(|slot| slot.time.start).collect();
        starts.extend(self.freed.filter(|start| self.may_begin(*start)));
        starts.into_iter().find_map(|start| self.fit_at(&day, &people, &rooms, start, turn))
    }

    /// Whether a customer could still book that start.
    fn may_begin(&self, start: TimeOfDay) -> bool {
        let soonest = self.now.plus(Minutes(self.branch.settings.lead_minutes).delta());
        self.date().at(start) > self.now && self.date().at(start) >= soonest
    }

    fn fit_at(
        &self,
        day: &BranchDay,
        people: &[Person<'_>],
        rooms: &[Room<'_>],
        start: TimeOfDay,
        turn: &Turn<'_>,
    ) -> Option<OfferableTime> {
        let until = held_until(self.date().at(start), next_morning(self.now).unwrap_or(self.now))?;
        let has_let_pass =
            |planned: &&PlannedService| has_passed(&turn.passed, self.date(), &planned.staff_id, planned.time);
        let mut others = people.to_vec();
        // Where it is a time with somebody that the customer has let pass, it may be another one with somebody else.
        loop {
            let plan = best_plan(day, &others, rooms, start, turn.need).ok()?;
            visit_of(&plan).filter(|visit| turn.wish.admits(self.date(), *visit))?;
            let Some(passed) = plan.iter().find(has_let_pass) else {
                return OfferableTime::of(plan, until, (self.team, people), self.now);
            };
            others.retain(|person| *person.staff_id != passed.staff_id);
        }
    }
}

/// The gaps a customer has let pass, by whichever of their wishes.
pub(super) fn passed_by(line: &[Wish], customer: &UserId) -> Vec<PassedGap> {
    line.iter().filter(|wish| wish.customer_id == *customer).flat_map(|wish| wish.passed.iter().cloned()).collect()
}

/// Those whose turn may come on a day, the first first.
pub(super) fn in_turn(line: &[Wish], date: IstDate) -> impl Iterator<Item = &Wish> {
    line.iter().filter(move |wish| wish.state == WishState::Waiting && wish.waits_for(date))
}
