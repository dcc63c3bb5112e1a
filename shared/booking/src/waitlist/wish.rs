//! A wish for time that is taken, and what has been offered for it.

use std::collections::BTreeSet;

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

use super::rules::MOST_RUN_OUTS;
use super::state::{IllegalStep, WishState, WishStep};
use parlour_setup::catalogue::ServiceType;
use parlour_storage::table::{Key, Places, Record, is_default, keys};
use parlour_values::id::{BookingId, BranchId, ResourceId, ServiceId, StaffId, UserId, WishId};
use parlour_values::time::{Instant, Interval, IstDate, TimeOfDay};

/// How long a wish can be read after its last day.
const KEPT: TimeDelta = TimeDelta::days(30);
/// How many gaps are remembered as passed; the oldest are forgotten first.
const MOST_PASSED: usize = 100;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Wish {
    pub id: WishId,
    pub customer_id: UserId,
    pub branch_id: BranchId,
    pub service_type: ServiceType,
    pub service_ids: Vec<ServiceId>,
    /// In their order.
    pub dates: Vec<IstDate>,
    /// The whole visit lies between these two.
    pub from: TimeOfDay,
    pub to: TimeOfDay,
    /// Nobody else will do.
    #[serde(default, skip_serializing_if = "is_default")]
    pub staff_id: Option<StaffId>,
    pub state: WishState,
    #[serde(default, skip_serializing_if = "is_default")]
    pub offer: Option<TimeOffer>,
    /// The gaps that were offered and not taken.
    #[serde(default, skip_serializing_if = "is_default")]
    pub passed: Vec<PassedGap>,
    /// How many offers ran out.
    #[serde(default, skip_serializing_if = "is_default")]
    pub run_outs: u32,
    pub created_at: Instant,
    pub updated_at: Instant,
}

/// Time that is held for a customer until they answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TimeOffer {
    /// Under which the time is held, and which the booking will have.
    pub booking_id: BookingId,
    pub date: IstDate,
    pub start: TimeOfDay,
    pub plan: Vec<HeldService>,
    /// At this moment it is over.
    pub expires_at: Instant,
}

/// The person, time and rooms for a service of an offer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HeldService {
    pub service_id: ServiceId,
    pub staff_id: StaffId,
    pub time: Interval,
    #[serde(default, skip_serializing_if = "is_default")]
    pub resource_ids: Vec<ResourceId>,
    /// The free time of the person's day around it, as it was when it was offered; none in what was offered before that was
    /// kept.
    #[serde(default, skip_serializing_if = "is_default")]
    pub gap: Option<Interval>,
}

/// A part of somebody's day that was offered and not taken.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PassedGap {
    pub date: IstDate,
    pub staff_id: StaffId,
    pub time: Interval,
    /// The gap in which it lay then.
    #[serde(default, skip_serializing_if = "is_default")]
    pub gap: Option<Interval>,
}

impl TimeOffer {
    pub fn starts_at(&self) -> Instant {
        self.date.at(self.start)
    }

    /// When the last of its services ends.
    pub fn end(&self) -> TimeOfDay {
        self.plan.iter().map(|part| part.time.end).max().unwrap_or(self.start)
    }

    /// At the very moment of its end it is over.
    pub fn is_live(&self, now: Instant) -> bool {
        now < self.expires_at
    }

    fn gaps(&self) -> impl Iterator<Item = PassedGap> {
        let passed = |part: &HeldService| PassedGap {
            date: self.date,
            staff_id: part.staff_id.clone(),
            time: part.time,
            gap: part.gap,
        };
        self.plan.iter().map(passed)
    }
}

impl Wish {
    /// The wish as it stands at this moment: an offer may have run out, and its last day may be over. Whoever reads a wish
    /// reads it so; timers only write it down.
    #[must_use]
    pub fn at(&self, now: Instant) -> Self {
        let settled = match &self.offer {
            Some(offer) if !offer.is_live(now) => self.without_offer(self.step_of_run_out(), offer.expires_at),
            _ => Ok(self.clone()),
        };
        let settled = settled.unwrap_or_else(|_| self.clone());
        let is_over = settled.offer.is_none() && settled.last_day().is_none_or(|last| last < now.ist_date());
        if is_over && settled.state.is_open() {
            return Self { state: WishState::Ended, ..settled };
        }
        settled
    }

    fn step_of_run_out(&self) -> WishStep {
        if self.run_outs.saturating_add(1) >= MOST_RUN_OUTS { WishStep::Pause } else { WishStep::RunOut }
    }

    pub fn last_day(&self) -> Option<IstDate> {
        self.dates.iter().max().copied()
    }

    /// The first day that is not over.
    pub fn next_day(&self, today: IstDate) -> Option<IstDate> {
        self.dates.iter().find(|date| **date >= today).copied()
    }

    /// The offer that can still be taken.
    pub fn live_offer(&self, now: Instant) -> Option<&TimeOffer> {
        self.offer.as_ref().filter(|offer| offer.is_live(now))
    }

    pub fn waits_for(&self, date: IstDate) -> bool {
        self.dates.contains(&date)
    }

    /// The days on which the desk sees it: its own, and that of its offer, which the desk may have made for another.
    pub fn days(&self) -> impl Iterator<Item = IstDate> {
        let offered = self.offer.iter().map(|offer| offer.date).filter(|date| !self.waits_for(*date));
        self.dates.iter().copied().chain(offered)
    }

    /// Whether a visit at that time is what was wished for.
    pub fn admits(&self, date: IstDate, visit: Interval) -> bool {
        self.waits_for(date) && Interval { start: self.from, end: self.to }.contains(visit)
    }

    /// Whether it asks for the same as another one.
    pub fn is_same(&self, other: &Self) -> bool {
        let services = |wish: &Self| wish.service_ids.iter().cloned().collect::<BTreeSet<_>>();
        (&self.customer_id, &self.branch_id, self.service_type, &self.dates, self.from, self.to, &self.staff_id)
            == (
                &other.customer_id,
                &other.branch_id,
                other.service_type,
                &other.dates,
                other.from,
                other.to,
                &other.staff_id,
            )
            && services(self) == services(other)
    }

    pub fn offered(&self, step: WishStep, offer: TimeOffer, now: Instant) -> Result<Self, IllegalStep> {
        Ok(Self { state: self.state.after(step)?, offer: Some(offer), updated_at: now, ..self.clone() })
    }

    pub fn accepted(&self, now: Instant) -> Result<Self, IllegalStep> {
        Ok(Self { state: self.state.after(WishStep::Accept)?, updated_at: now, ..self.clone() })
    }

    pub fn declined(&self, now: Instant) -> Result<Self, IllegalStep> {
        self.without_offer(WishStep::Decline, now)
    }

    /// The salon cannot keep its offer: the customer has let nothing pass.
    pub fn withdrawn(&self, now: Instant) -> Result<Self, IllegalStep> {
        Ok(Self { state: self.state.after(WishStep::Withdraw)?, offer: None, updated_at: now, ..self.clone() })
    }

    /// Taken back, by the customer or by the desk.
    pub fn ended(&self, now: Instant) -> Result<Self, IllegalStep> {
        Ok(Self { state: self.state.after(WishStep::End)?, offer: None, updated_at: now, ..self.clone() })
    }

    /// The offer is gone, and what it held is remembered.
    fn without_offer(&self, step: WishStep, now: Instant) -> Result<Self, IllegalStep> {
        let state = self.state.after(step)?;
        let mut passed = self.passed.clone();
        passed.extend(self.offer.iter().flat_map(TimeOffer::gaps));
        passed.drain(..passed.len().saturating_sub(MOST_PASSED));
        let ran_out = matches!(step, WishStep::RunOut | WishStep::Pause);
        let run_outs = self.run_outs.saturating_add(u32::from(ran_out));
        Ok(Self { state, offer: None, passed, run_outs, updated_at: now, ..self.clone() })
    }
}

impl Record for Wish {
    const KIND: &'static str = "wish";
    const IS_VERSIONED: bool = true;

    fn key(&self) -> Key {
        keys::wish(&self.id)
    }

    fn places(&self) -> Places {
        Places {
            g1: self.state.is_open().then(|| keys::open_wish(&self.branch_id, &self.id)),
            ttl: self.last_day().map(|last| last.plus_days(1).start().plus(KEPT)),
            ..Places::default()
        }
    }

    /// Its place in the line of each of its days, and among those whom the desk sees on the day of its offer.
    fn copies(&self) -> Vec<Key> {
        if !self.state.is_open() {
            return Vec::new();
        }
        self.days().map(|date| keys::wish_in_line(&self.branch_id, date, &self.id)).collect()
    }
}

/// Which wishes a customer has made, in one item that every new wish changes: so nobody has more of them open than they
/// may, nor the same twice, however many they send at the same time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CustomerWishes {
    pub customer_id: UserId,
    /// The newest last.
    pub ids: Vec<WishId>,
}

/// How many wishes a customer can look back to.
const LOOKED_BACK: usize = 20;

impl CustomerWishes {
    /// With one more. Those longest ago are left out, but none that is open: it counts, however many came after it.
    pub fn with(customer: &UserId, earlier: &[Wish], id: WishId) -> Self {
        let surplus = earlier.len().saturating_add(1).saturating_sub(LOOKED_BACK);
        let kept = earlier.iter().enumerate().filter(|(at, wish)| *at >= surplus || wish.state.is_open());
        let ids = kept.map(|(_, wish)| wish.id.clone()).chain([id]).collect();
        Self { customer_id: customer.clone(), ids }
    }
}

impl Record for CustomerWishes {
    const KIND: &'static str = "customer_wishes";

    fn key(&self) -> Key {
        keys::customer_wishes(&self.customer_id)
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::slots::spans::span;

    fn at(text: &str) -> Instant {
        format!("{text}+05:30").parse().unwrap()
    }

    fn day(text: &str) -> IstDate {
        text.parse().unwrap()
    }

    /// For the seventeenth and the nineteenth, in the afternoon.
    pub fn wish() -> Wish {
        Wish {
            id: "w1".into(),
            customer_id: "asha".into(),
            branch_id: "main".into(),
            service_type: ServiceType::Salon,
            service_ids: vec!["haircut".into(), "colour".into()],
            dates: vec![day("2026-11-17"), day("2026-11-19")],
            from: "12:00".parse().unwrap(),
            to: "18:00".parse().unwrap(),
            staff_id: None,
            state: WishState::Waiting,
            offer: None,
            passed: Vec::new(),
            run_outs: 0,
            created_at: at("2026-11-16T10:00:00"),
            updated_at: at("2026-11-16T10:00:00"),
        }
    }

    /// Held until a quarter past ten.
    pub fn offer() -> TimeOffer {
        TimeOffer {
            booking_id: "b1".into(),
            date: day("2026-11-17"),
            start: "14:00".parse().unwrap(),
            plan: vec![HeldService {
                service_id: "haircut".into(),
                staff_id: "meera".into(),
                time: span("14:00-14:30"),
                resource_ids: Vec::new(),
                gap: Some(span("13:30-15:00")),
            }],
            expires_at: at("2026-11-17T10:15:00"),
        }
    }

    fn offered() -> Wish {
        wish().offered(WishStep::Offer, offer(), at("2026-11-17T10:00:00")).unwrap()
    }

    #[test]
    fn from_and_to_bound_the_whole_visit() {
        for (date, visit, admitted) in [
            ("2026-11-17", "12:00-18:00", true),
            ("2026-11-19", "14:00-15:00", true),
            ("2026-11-18", "14:00-15:00", false),
            ("2026-11-17", "11:59-13:00", false),
            ("2026-11-17", "17:30-18:01", false),
        ] {
            assert_eq!(wish().admits(day(date), span(visit)), admitted, "{date} {visit}");
        }
    }

    #[test]
    fn the_same_services_in_another_order_are_the_same_wish() {
        let other = |change: fn(&mut Wish)| {
            let mut other = Wish { id: "w2".into(), state: WishState::Paused, ..wish() };
            change(&mut other);
            wish().is_same(&other)
        };
        assert!(other(|_| ()) && other(|other| other.service_ids.reverse()));
        assert!(!other(|other| other.to = TimeOfDay::END_OF_DAY));
        assert!(!other(|other| other.staff_id = Some("meera".into())));
        assert!(!other(|other| other.customer_id = "ravi".into()));
        assert!(!other(|other| other.service_ids.truncate(1)));
    }

    #[test]
    fn an_offer_is_live_until_the_moment_of_its_end() {
        let end = offer().expires_at;
        let before = end.minus(TimeDelta::milliseconds(1));
        assert!(offered().live_offer(before).is_some() && offered().live_offer(end).is_none());
        assert_eq!(offered().at(before), offered());
        let after = offered().at(end);
        assert_eq!((after.state, after.offer.as_ref(), after.run_outs), (WishState::Waiting, None, 1));
        let (time, gap) = (span("14:00-14:30"), Some(span("13:30-15:00")));
        assert_eq!(after.passed, [PassedGap { date: offer().date, staff_id: "meera".into(), time, gap }]);
    }

    #[test]
    fn an_offer_that_the_salon_withdraws_was_not_let_pass() {
        let now = at("2026-11-17T10:05:00");
        assert_eq!(offered().withdrawn(now).unwrap(), Wish { updated_at: now, ..wish() });
        assert!(wish().withdrawn(now).is_err());
    }

    #[test]
    fn the_third_offer_that_runs_out_pauses_the_wish_and_a_declined_one_does_not_count() {
        let end = offer().expires_at;
        let mut wish = wish();
        for expected in [WishState::Waiting, WishState::Waiting, WishState::Paused] {
            wish = wish.offered(WishStep::Offer, offer(), end).unwrap().declined(end).unwrap();
            assert_eq!(wish.state, WishState::Waiting);
            wish = wish.offered(WishStep::Offer, offer(), end).unwrap().at(end);
            assert_eq!(wish.state, expected);
        }
        assert!(wish.offered(WishStep::Offer, offer(), end).is_err());
        assert!(wish.offered(WishStep::OfferByDesk, offer(), end).is_ok());
    }

    #[test]
    fn only_a_live_offer_is_accepted_or_declined() {
        let now = at("2026-11-17T10:00:00");
        assert!(wish().accepted(now).is_err() && wish().declined(now).is_err());
        let accepted = offered().accepted(now).unwrap();
        assert_eq!((accepted.state, accepted.offer.as_ref()), (WishState::Accepted, Some(&offer())));
        assert!(accepted.ended(now).is_err() && accepted.declined(now).is_err());
        assert_eq!(accepted.at(now.plus(TimeDelta::days(9))), accepted, "what was accepted stays so");
    }

    #[test]
    fn a_wish_ends_with_its_last_day() {
        let last = at("2026-11-19T23:59:59");
        assert_eq!(wish().at(last).state, WishState::Waiting);
        assert_eq!(wish().at(last.plus(TimeDelta::seconds(1))).state, WishState::Ended);
        assert_eq!(
            [17, 18, 20].map(|date| wish().next_day(day(&format!("2026-11-{date}")))),
            [Some(day("2026-11-17")), Some(day("2026-11-19")), None]
        );
    }

    #[test]
    fn an_open_wish_stands_in_the_line_of_each_of_its_days() {
        let lines =
            ["2026-11-17", "2026-11-19"].map(|date| keys::wish_in_line(&"main".into(), day(date), &"w1".into()));
        assert_eq!(wish().copies(), lines);
        assert_eq!(offered().copies(), lines);
        let elsewhere = TimeOffer { date: day("2026-11-20"), ..offer() };
        let elsewhere = wish().offered(WishStep::OfferByDesk, elsewhere, wish().created_at).unwrap();
        let seen = keys::wish_in_line(&"main".into(), day("2026-11-20"), &"w1".into());
        assert_eq!(elsewhere.copies(), [lines.as_slice(), &[seen]].concat());
        assert_eq!(elsewhere.at(offer().expires_at).copies(), lines);
        let ended = wish().ended(offer().expires_at).unwrap();
        assert!(ended.copies().is_empty() && ended.places().g1.is_none());
    }

    #[test]
    fn so_many_wishes_are_looked_back_to_and_to_all_that_are_open() {
        let ended = |number: usize| Wish { id: format!("w{number:02}").into(), state: WishState::Ended, ..wish() };
        let mut earlier: Vec<Wish> = (0..30).map(ended).collect();
        let listed = |earlier: &[Wish]| CustomerWishes::with(&"asha".into(), earlier, "w30".into()).ids;
        let last: Vec<WishId> = (11..=30).map(|number| ended(number).id).collect();
        assert_eq!(listed(&earlier), last);
        earlier[3].state = WishState::Paused;
        assert_eq!(listed(&earlier), [&[WishId::from("w03")], last.as_slice()].concat());
    }
}
