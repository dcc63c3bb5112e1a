//! The public slots of a day: availability, reasons, candidates and alternatives.
//!
//! No slot is available on a day on which the branch is closed, or further ahead than one may book there. Otherwise,
//! under `open`, the fixed schedule is available, but for slots from which the chosen services would outlast the opening
//! hours. Under `staffed` a slot needs the branch to be open for the whole booking and a plan: people who can do the
//! services, are at work for their minutes and have nothing in the ledger for those minutes and the buffer after them, and
//! rooms. The buffer may run into a break or past the end of a shift: it only keeps bookings and blocks apart.
//!
//! If several reasons apply, the order is: `closed` that day, then `too_far`, then `closed` at that time, then `past`, then
//! `too_soon`, then the reason of the person closest to being free: `booked` before `blocked` before `on_leave` before `off_shift`, then
//! `no_room`. If nobody can do the services, it is `off_shift`. If one person has several reasons, the most lasting one
//! counts (the reverse order).

use super::day::{BranchDay, has_begun, is_too_soon};
use super::need::{Need, SLOT};
use super::person::Person;
use super::plan::{PlannedService, best_plan};
use super::reason::Reason;
use super::room::Room;
use parlour_setup::branches::{Branch, Confirmation, SlotPolicy};
use parlour_values::time::interval::Interval;
use parlour_values::time::{Instant, IstDate, TimeOfDay};

/// The fixed schedule, independent of the branch's hours.
const FIRST_SLOT: u32 = 10 * 60;
const LAST_END: u32 = 21 * 60;
const ALTERNATIVES: usize = 3;
/// How many services one booking may have.
pub const MOST_SERVICES: usize = 20;

impl BranchDay {
    /// Whether the chosen services would outlast the opening hours.
    fn is_outlasted(&self, start: TimeOfDay, need: &Need) -> bool {
        let ends_in_time = need.whole(start).is_some_and(|visit| visit.end <= self.opening.end);
        !need.services.is_empty() && !ends_in_time
    }

    fn has_started(&self, start: TimeOfDay) -> bool {
        has_begun(self.date, start, self.now)
    }

    fn is_too_soon(&self, start: TimeOfDay) -> bool {
        is_too_soon(self.date, start, self.lead, self.now)
    }

    fn is_too_far(&self) -> bool {
        self.date.days_since(self.now.ist_date()) > i64::from(self.days_ahead)
    }

    /// Whether the branch is closed for any part of it.
    fn is_closed_for(&self, start: TimeOfDay, need: &Need) -> bool {
        self.is_closed || need.whole(start).is_none_or(|visit| !self.opening.contains(visit))
    }

    /// The plan of a visit that begins then, however far ahead, or why there is none. An open branch plans nothing.
    fn plan(
        &self,
        people: &[Person<'_>],
        rooms: &[Room<'_>],
        start: TimeOfDay,
        need: &Need,
    ) -> Result<Vec<PlannedService>, Reason> {
        match self.policy {
            SlotPolicy::Open if self.is_closed || self.is_outlasted(start, need) => Err(Reason::Closed),
            SlotPolicy::Open => Ok(Vec::new()),
            SlotPolicy::Staffed if self.is_closed_for(start, need) => Err(Reason::Closed),
            SlotPolicy::Staffed if self.has_started(start) => Err(Reason::Past),
            SlotPolicy::Staffed => best_plan(self, people, rooms, start, need),
        }
    }

    /// The same for a customer, who leaves the lead time before it.
    fn plan_in_time(
        &self,
        people: &[Person<'_>],
        rooms: &[Room<'_>],
        start: TimeOfDay,
        need: &Need,
    ) -> Result<Vec<PlannedService>, Reason> {
        match self.plan(people, rooms, start, need) {
            Err(reason) if reason < Reason::TooSoon => Err(reason),
            _ if self.is_too_soon(start) => Err(Reason::TooSoon),
            plan => plan,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slot {
    pub time: Interval,
    /// The person for each service, where the slot is available at a staffed branch and services are chosen.
    pub plan: Vec<PlannedService>,
    /// Whether booking it is a promise at once, where whoever offers it knows.
    pub confirmation: Option<Confirmation>,
    /// Why it is not available; `None` if it is.
    pub reason: Option<Reason>,
}

impl Slot {
    pub fn is_available(&self) -> bool {
        self.reason.is_none()
    }
}

impl BranchDay {
    /// The half hours inside the weekday's own hours; where it has none, the fixed schedule.
    fn schedule(&self) -> impl Iterator<Item = Interval> + use<> {
        let fixed = FIRST_SLOT..LAST_END;
        let (hours, first) = if self.has_own_hours {
            let hours = self.opening.start.minutes()..self.opening.end.minutes();
            (hours.clone(), hours.start.next_multiple_of(SLOT.0))
        } else {
            (fixed.clone(), fixed.start)
        };
        (first..hours.end)
            .step_by(SLOT.0 as usize)
            .filter(move |start| start.saturating_add(SLOT.0) <= hours.end)
            .filter_map(TimeOfDay::from_minutes)
            .map(|start| Interval::from_start(start, SLOT))
    }
}

/// Every slot of the day, available or not.
pub fn slots(day: &BranchDay, people: &[Person<'_>], rooms: &[Room<'_>], need: &Need) -> Vec<Slot> {
    let is_out_of_reach = !day.is_closed && day.is_too_far();
    let slot = |time: Interval| {
        let plan =
            if is_out_of_reach { Err(Reason::TooFar) } else { day.plan_in_time(people, rooms, time.start, need) };
        Slot { time, reason: plan.as_ref().err().copied(), plan: plan.unwrap_or_default(), confirmation: None }
    };
    day.schedule().map(slot).collect()
}

/// The slots with every reason a request for them would be refused for: those of the schedule, and the branch's hours and the
/// clock, which the schedule of an `open` branch leaves to the request.
pub fn as_requests_find(slots: Vec<Slot>, branch: &Branch, date: IstDate, now: Instant) -> Vec<Slot> {
    let opening = branch.opening_on(date);
    let reason = |slot: &Slot| {
        let is_within = opening.is_some_and(|open| slot.time.start >= open.start && slot.time.start < open.end);
        let is_past = has_begun(date, slot.time.start, now);
        // Of a time that is over nobody says that it is too soon.
        let told = slot.reason.filter(|reason| !(is_past && *reason == Reason::TooSoon));
        told.or((!is_within).then_some(Reason::Closed)).or(is_past.then_some(Reason::Past))
    };
    slots.into_iter().map(|slot| Slot { reason: reason(&slot), ..slot }).collect()
}

/// Today, until the last start of the fixed schedule has come.
pub fn first_day_to_offer(now: Instant) -> IstDate {
    let today = now.ist_date();
    if now.ist_time().minutes() >= LAST_END.saturating_sub(SLOT.0) { today.plus_days(1) } else { today }
}

/// Whether any slot of the day is available.
pub fn is_free_on(day: &BranchDay, people: &[Person<'_>], rooms: &[Room<'_>], need: &Need) -> bool {
    !day.is_too_far() && day.schedule().any(|slot| day.plan_in_time(people, rooms, slot.start, need).is_ok())
}

/// Up to three available slots of the same day, nearest first; on a tie the earlier one.
pub fn alternatives(
    day: &BranchDay,
    people: &[Person<'_>],
    rooms: &[Room<'_>],
    wanted: TimeOfDay,
    need: &Need,
) -> Vec<Interval> {
    if day.is_closed {
        return Vec::new();
    }
    let is_free =
        |slot: &Interval| day.plan_in_time(people, rooms, slot.start, need).is_ok() && !day.has_started(slot.start);
    let mut near: Vec<Interval> = day.schedule().filter(is_free).collect();
    near.sort_by_key(|slot| (slot.start.minutes().abs_diff(wanted.minutes()), slot.start));
    near.truncate(ALTERNATIVES);
    near
}

#[cfg(test)]
mod tests {
    use super::super::day::{FURTHEST, days_ahead};
    use super::super::ledger::{Block, Busy, DayLedger};
    use super::super::plan::free_people;
    use super::super::roster::WeeklyRoster;
    use super::super::roster::{DayException, RosterDay};
    use super::*;
    use crate::slots::spans::{span, spans};
    use parlour_setup::catalogue::Service;
    use parlour_values::id::{ServiceId, StaffId};
    use parlour_values::time::Minutes;

    const DAY: &str = "2026-11-17";

    fn time(text: &str) -> TimeOfDay {
        text.parse().unwrap()
    }

    fn branch(policy: SlotPolicy) -> BranchDay {
        BranchDay {
            date: DAY.parse().unwrap(),
            policy,
            opening: span("10:00-21:00"),
            has_own_hours: false,
            is_closed: false,
            days_ahead: FURTHEST,
            lead: Minutes(0),
            now: "2026-11-16T10:00:00+05:30".parse().unwrap(),
        }
    }

    fn staffed() -> BranchDay {
        branch(SlotPolicy::Staffed)
    }

    fn hair(minutes: u32, buffer: u32) -> Need {
        let (duration, buffer) = (Minutes(minutes), Minutes(buffer));
        Need::of([&Service { duration, buffer, ..Service::sample("cut") }])
    }

    struct Member {
        id: StaffId,
        is_active: bool,
        services: Vec<ServiceId>,
        rosters: Vec<WeeklyRoster>,
        ledger: DayLedger,
    }

    impl Member {
        /// Works the opening hours and cuts hair.
        fn named(name: &str) -> Self {
            Self {
                id: name.into(),
                is_active: true,
                services: vec!["cut".into()],
                rosters: vec![],
                ledger: DayLedger::empty(name.into(), DAY.parse().unwrap()),
            }
        }

        fn shift(mut self, shift: &str, breaks: &[&str]) -> Self {
            self.rosters = vec![WeeklyRoster {
                effective_from: DAY.parse().unwrap(),
                days: vec![RosterDay { weekday: 2, shifts: spans(&[shift]), breaks: spans(breaks) }],
            }];
            self
        }

        fn busy(mut self, booking: &str, hold: &str) -> Self {
            self.ledger.record([Busy::new(span(hold), booking.into(), "blr".into(), true)]);
            self
        }

        fn blocked(mut self, hold: &str) -> Self {
            self.ledger.block(Block::new("block".into(), span(hold)));
            self
        }

        fn on_leave(mut self) -> Self {
            self.ledger.give_leave("leave".into());
            self
        }
    }

    fn people<'a>(day: &BranchDay, members: &'a [Member]) -> Vec<Person<'a>> {
        members.iter().map(|m| Person::on(day, &m.id, m.is_active, &m.services, &m.rosters, Some(&m.ledger))).collect()
    }

    fn reason(day: &BranchDay, members: &[Member], at: &str, need: &Need) -> Option<Reason> {
        let start = time(at);
        slots(day, &people(day, members), &[], need).into_iter().find(|slot| slot.time.start == start).unwrap().reason
    }

    #[test]
    fn the_schedule_is_half_hours_from_ten_to_nine() {
        let slots = slots(&branch(SlotPolicy::Open), &[], &[], &Need::one_slot());
        assert_eq!(slots.len(), 22);
        assert_eq!(slots.first().unwrap().time, span("10:00-10:30"));
        assert_eq!(slots.last().unwrap().time, span("20:30-21:00"));
        assert!(slots.iter().all(Slot::is_available));
    }

    #[test]
    fn the_hours_of_an_open_branch_and_the_clock_refuse_what_its_schedule_offers() {
        let shop = Branch { open_time: time("11:00"), close_time: time("20:00"), ..Branch::sample() };
        let (date, now) = (DAY.parse().unwrap(), "2026-11-17T12:00:00+05:30".parse().unwrap());
        let too_soon = BranchDay { date, lead: Minutes(60), now, ..branch(SlotPolicy::Open) };
        let slots = as_requests_find(slots(&too_soon, &[], &[], &Need::one_slot()), &shop, date, now);
        let reason = |start: &str| slots.iter().find(|slot| slot.time.start == time(start)).unwrap().reason;
        for (start, told) in [
            ("10:30", Some(Reason::Closed)),
            ("11:00", Some(Reason::Past)),
            ("12:00", Some(Reason::Past)),
            ("12:30", Some(Reason::TooSoon)),
            ("13:00", None),
            ("19:30", None),
            ("20:00", Some(Reason::Closed)),
        ] {
            assert_eq!(reason(start), told, "{start}");
        }
    }

    #[test]
    fn today_is_offered_until_its_last_start() {
        let first = |now: &str| first_day_to_offer(now.parse().unwrap()).to_string();
        assert_eq!(first("2026-11-17T20:29:59+05:30"), "2026-11-17");
        assert_eq!(first("2026-11-17T20:30:00+05:30"), "2026-11-18");
    }

    #[test]
    fn an_open_branch_offers_everything_past_or_without_staff() {
        let mut day = branch(SlotPolicy::Open);
        day.opening = span("12:00-13:00");
        day.now = "2026-11-17T20:00:00+05:30".parse().unwrap();
        assert!(slots(&day, &[], &[], &Need::one_slot()).iter().all(Slot::is_available));
    }

    #[test]
    fn chosen_services_must_end_by_closing_time_at_an_open_branch_too() {
        let day = branch(SlotPolicy::Open);
        assert_eq!(reason(&day, &[], "20:00", &hair(60, 10)), None);
        assert_eq!(reason(&day, &[], "20:30", &hair(60, 0)), Some(Reason::Closed));
        assert_eq!(reason(&day, &[], "20:30", &Need::one_slot()), None);
    }

    #[test]
    fn nothing_is_offered_on_a_closed_day_or_further_ahead_than_one_may_book() {
        for policy in [SlotPolicy::Open, SlotPolicy::Staffed] {
            let members = [Member::named("meera")];
            let first = |day: &BranchDay| reason(day, &members, "10:30", &hair(30, 0));
            let near = BranchDay { days_ahead: 0, ..branch(policy) };
            assert_eq!(first(&BranchDay { days_ahead: 1, ..near }), None);
            assert_eq!(first(&near), Some(Reason::TooFar));
            assert_eq!(first(&BranchDay { is_closed: true, ..near }), Some(Reason::Closed));
            let people = people(&near, &members);
            assert_eq!(
                alternatives(&near, &people, &[], time("12:00"), &hair(30, 0)).len(),
                3,
                "the desk is not bound"
            );
        }
        assert_eq!([days_ahead(None), days_ahead(Some(30)), days_ahead(Some(3650))], [FURTHEST, 30, FURTHEST]);
    }

    #[test]
    fn a_staffed_slot_needs_one_free_person() {
        let members =
            [Member::named("meera").busy("b1", "12:00-13:00"), Member::named("ravi").busy("b2", "12:30-14:00")];
        assert_eq!(reason(&staffed(), &members, "12:00", &hair(30, 0)), None);
        assert_eq!(reason(&staffed(), &members, "12:30", &hair(30, 0)), Some(Reason::Booked));
        assert_eq!(reason(&staffed(), &members, "13:00", &hair(30, 0)), None);
    }

    #[test]
    fn the_buffer_keeps_bookings_apart_but_may_outlast_the_shift() {
        let members = [Member::named("meera").busy("b1", "12:00-13:00")];
        assert_eq!(reason(&staffed(), &members, "11:30", &hair(30, 0)), None);
        assert_eq!(reason(&staffed(), &members, "11:30", &hair(30, 10)), Some(Reason::Booked));
        assert_eq!(reason(&staffed(), &members, "20:30", &hair(30, 10)), None);
    }

    #[test]
    fn a_booking_must_end_by_closing_time() {
        let members = [Member::named("meera")];
        assert_eq!(reason(&staffed(), &members, "20:00", &hair(60, 0)), None);
        assert_eq!(reason(&staffed(), &members, "20:30", &hair(60, 0)), Some(Reason::Closed));
        assert_eq!(reason(&staffed(), &members, "20:30", &hair(600, 0)), Some(Reason::Closed));
    }

    #[test]
    fn shifts_breaks_leave_and_blocks_give_different_reasons() {
        let need = hair(30, 0);
        let shift = [Member::named("meera").shift("11:00-17:00", &["13:00-13:30"])];
        assert_eq!(reason(&staffed(), &shift, "10:30", &need), Some(Reason::OffShift));
        assert_eq!(reason(&staffed(), &shift, "11:00", &need), None);
        assert_eq!(reason(&staffed(), &shift, "13:00", &need), Some(Reason::OffShift));
        assert_eq!(reason(&staffed(), &shift, "16:30", &need), None);
        assert_eq!(reason(&staffed(), &shift, "17:00", &need), Some(Reason::OffShift));
        assert_eq!(reason(&staffed(), &[Member::named("meera").on_leave()], "12:00", &need), Some(Reason::OnLeave));
        let blocked = [Member::named("meera").blocked("12:15-12:45")];
        assert_eq!(reason(&staffed(), &blocked, "12:00", &need), Some(Reason::Blocked));
        assert_eq!(reason(&staffed(), &blocked, "13:00", &need), None);
        let mut off = Member::named("meera");
        off.ledger.exception = Some(DayException::Off);
        assert_eq!(reason(&staffed(), &[off], "12:00", &need), Some(Reason::OffShift));
    }

    #[test]
    fn the_person_closest_to_being_free_gives_the_reason() {
        let off = || Member::named("off").shift("18:00-21:00", &[]);
        let leave = || Member::named("leave").on_leave();
        let blocked = || Member::named("blocked").blocked("12:00-12:30");
        let booked = || Member::named("booked").busy("b1", "12:00-12:30");
        let need = hair(30, 0);
        assert_eq!(reason(&staffed(), &[], "12:00", &need), Some(Reason::OffShift));
        assert_eq!(reason(&staffed(), &[leave(), off()], "12:00", &need), Some(Reason::OnLeave));
        assert_eq!(reason(&staffed(), &[leave(), blocked(), off()], "12:00", &need), Some(Reason::Blocked));
        assert_eq!(reason(&staffed(), &[off(), booked(), blocked(), leave()], "12:00", &need), Some(Reason::Booked));
        let all_at_once = [Member::named("meera").busy("b1", "12:00-12:30").blocked("12:00-12:30").on_leave()];
        assert_eq!(reason(&staffed(), &all_at_once, "12:00", &need), Some(Reason::OnLeave));
    }

    #[test]
    fn closed_and_past_take_precedence_over_staff_reasons() {
        let members = [Member::named("meera").busy("b1", "10:00-21:00")];
        let mut day = staffed();
        day.now = "2026-11-17T12:00:00+05:30".parse().unwrap();
        assert_eq!(reason(&day, &members, "11:30", &hair(30, 0)), Some(Reason::Past));
        assert_eq!(reason(&day, &members, "12:00", &hair(30, 0)), Some(Reason::Past));
        assert_eq!(reason(&day, &members, "12:30", &hair(30, 0)), Some(Reason::Booked));
        day.is_closed = true;
        assert_eq!(reason(&day, &members, "11:30", &hair(30, 0)), Some(Reason::Closed));
    }

    #[test]
    fn only_active_people_who_can_do_every_service_count() {
        let mut both = hair(30, 0);
        both.services.extend(Need::of([&Service::sample("colour")]).services);
        let mut colourist = Member::named("ravi");
        colourist.services.push("colour".into());
        assert_eq!(reason(&staffed(), &[Member::named("meera")], "12:00", &both), Some(Reason::OffShift));
        let team = [Member::named("meera"), colourist];
        let day = staffed();
        assert_eq!(free_people(&day, &people(&day, &team), time("12:00"), &both), [&StaffId::from("ravi")]);
        let mut gone = Member::named("meera");
        gone.is_active = false;
        assert_eq!(reason(&day, &[gone], "12:00", &Need::one_slot()), Some(Reason::OffShift));
    }

    #[test]
    fn a_moved_booking_does_not_conflict_with_itself() {
        let members = [Member::named("meera").busy("b1", "12:00-13:00")];
        let mut need = hair(60, 0);
        assert_eq!(reason(&staffed(), &members, "12:30", &need), Some(Reason::Booked));
        need.own = Some("b1".into());
        assert_eq!(reason(&staffed(), &members, "12:30", &need), None);
    }

    #[test]
    fn a_person_without_a_ledger_is_free_while_at_work() {
        let (day, id, services) = (staffed(), StaffId::from("meera"), vec![ServiceId::from("cut")]);
        let people = [Person::on(&day, &id, true, &services, &[], None)];
        assert_eq!(free_people(&day, &people, time("20:30"), &hair(30, 0)), [&id]);
        assert_eq!(free_people(&day, &people, time("20:31"), &hair(30, 0)), [] as [&StaffId; 0]);
        assert_eq!(free_people(&day, &people, time("23:50"), &hair(30, 0)), [] as [&StaffId; 0]);
    }

    #[test]
    fn the_nearest_slots_of_the_day_are_the_alternatives() {
        let members = [Member::named("meera").busy("b1", "12:00-13:00").busy("b2", "13:30-14:00")];
        let mut day = staffed();
        let near = |day: &BranchDay| alternatives(day, &people(day, &members), &[], time("12:30"), &hair(30, 0));
        assert_eq!(near(&day), spans(&["13:00-13:30", "11:30-12:00", "11:00-11:30"]));
        let idle = [Member::named("ravi")];
        let between = alternatives(&day, &people(&day, &idle), &[], time("12:15"), &hair(30, 0));
        assert_eq!(between, spans(&["12:00-12:30", "12:30-13:00", "11:30-12:00"]));
        day.now = "2026-11-17T12:10:00+05:30".parse().unwrap();
        assert_eq!(near(&day), spans(&["13:00-13:30", "14:00-14:30", "14:30-15:00"]));
        day.now = "2026-11-17T20:10:00+05:30".parse().unwrap();
        assert_eq!(near(&day), spans(&["20:30-21:00"]));
        day.is_closed = true;
        assert_eq!(near(&day), []);
    }

    #[test]
    fn a_day_further_ahead_than_anybody_can_book_is_too_far() {
        let members = [Member::named("meera")];
        let ahead = |days| BranchDay { now: staffed().date.minus_days(days).start(), ..staffed() };
        assert_eq!(reason(&ahead(400), &members, "12:00", &hair(30, 0)), None);
        assert_eq!(reason(&ahead(401), &members, "12:00", &hair(30, 0)), Some(Reason::TooFar));
    }

    #[test]
    fn an_open_branch_offers_no_alternative_that_has_begun() {
        let day = BranchDay { now: "2026-11-17T20:00:00+05:30".parse().unwrap(), ..branch(SlotPolicy::Open) };
        assert_eq!(alternatives(&day, &[], &[], time("12:00"), &hair(30, 0)), spans(&["20:30-21:00"]));
    }
}
