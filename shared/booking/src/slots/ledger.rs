//! The day of a person or of a room: bookings, offers, blocks and leave. It is one item, so that a booking and the time it
//! takes are written together and a concurrent booking fails its version condition.

mod row;

use row::DayRow;
use serde::{Deserialize, Serialize};

use super::roster::DayException;
use parlour_values::id::{BlockId, BookingId, BranchId, LeaveId, ResourceId, StaffId};
use parlour_values::time::interval::{Interval, total_minutes, union};
use parlour_values::time::{Instant, IstDate, Minutes, TimeOfDay};

/// The most intervals listed individually in a day; no real day comes near. Beyond it (an open branch that keeps booking
/// one person) further time is only marked as taken, so that the item stays small.
const MAX_LISTED: usize = 300;

/// The person or room whose day it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LedgerOwner {
    Person(StaffId),
    /// A room or a piece of equipment.
    Resource(ResourceId),
}

impl LedgerOwner {
    pub fn as_str(&self) -> &str {
        match self {
            Self::Person(id) => id.as_str(),
            Self::Resource(id) => id.as_str(),
        }
    }
}

/// One interval of a booking on the day: a person's work and the buffer after it, or a room's use and its turnaround. A
/// booking has several where its person is free in between.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Busy {
    start: TimeOfDay,
    end: TimeOfDay,
    pub booking_id: BookingId,
    pub branch_id: BranchId,
    /// Confirmed to the customer: closures and leave may not overlap it. A request that is only assigned to somebody
    /// holds the time, but does not prevent them.
    pub is_confirmed: bool,
    /// Held for somebody of the waitlist until then, under the id that the booking will have; free from that moment on.
    pub offered_until: Option<Instant>,
}

impl Busy {
    pub fn new(hold: Interval, booking_id: BookingId, branch_id: BranchId, is_confirmed: bool) -> Self {
        Self { start: hold.start, end: hold.end, booking_id, branch_id, is_confirmed, offered_until: None }
    }

    /// Held for somebody of the waitlist.
    pub fn offered(hold: Interval, booking_id: BookingId, branch_id: BranchId, until: Instant) -> Self {
        Self { offered_until: Some(until), ..Self::new(hold, booking_id, branch_id, false) }
    }

    pub fn is_offer(&self) -> bool {
        self.offered_until.is_some()
    }

    fn has_run_out(&self, now: Instant) -> bool {
        self.offered_until.is_some_and(|until| until <= now)
    }

    pub fn hold(&self) -> Interval {
        Interval { start: self.start, end: self.end }
    }
}

/// Time at work that cannot be booked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    pub block_id: BlockId,
    start: TimeOfDay,
    end: TimeOfDay,
}

impl Block {
    pub fn new(block_id: BlockId, time: Interval) -> Self {
        Self { block_id, start: time.start, end: time.end }
    }

    pub fn time(&self) -> Interval {
        Interval { start: self.start, end: self.end }
    }
}

/// Why the time cannot be taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Occupied {
    OnLeave,
    Blocked,
    Booked,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "DayRow", into = "DayRow")]
pub struct DayLedger {
    pub owner: LedgerOwner,
    pub date: IstDate,
    pub exception: Option<DayException>,
    leave: Vec<LeaveId>,
    blocks: Vec<Block>,
    busy: Vec<Busy>,
    /// Time of bookings beyond the listed ones; never released.
    crowd: Vec<Interval>,
    /// The visits that are over and have given back all the time that they had of it.
    over: Vec<BookingId>,
}

impl DayLedger {
    /// A person's day with nothing in it.
    pub fn empty(staff_id: StaffId, date: IstDate) -> Self {
        Self::of(LedgerOwner::Person(staff_id), date)
    }

    /// Anybody's or anything's day with nothing in it.
    pub fn of(owner: LedgerOwner, date: IstDate) -> Self {
        Self { owner, date, exception: None, leave: vec![], blocks: vec![], busy: vec![], crowd: vec![], over: vec![] }
    }

    /// Why `hold` cannot be taken of a person, the most lasting reason first; the booking's own time does not count.
    pub fn taken(&self, hold: Interval, own: Option<&BookingId>, now: Instant) -> Option<Occupied> {
        self.full(hold, own, 1, now)
    }

    /// The same for what takes so many bookings at once: it is full where any minute has as many.
    pub fn full(&self, hold: Interval, own: Option<&BookingId>, capacity: u32, now: Instant) -> Option<Occupied> {
        if !self.leave.is_empty() {
            Some(Occupied::OnLeave)
        } else if self.blocks.iter().any(|block| block.time().overlaps(hold)) {
            Some(Occupied::Blocked)
        } else if self.is_crowded(hold) || self.most_at_once(hold, own, now) >= capacity as usize {
            Some(Occupied::Booked)
        } else {
            None
        }
    }

    /// The most intervals of others that any minute of `hold` has: the number changes only where one begins.
    fn most_at_once(&self, hold: Interval, own: Option<&BookingId>, now: Instant) -> usize {
        let others = || self.live(now).filter(|busy| Some(&busy.booking_id) != own && busy.hold().overlaps(hold));
        let at = |minute: TimeOfDay| others().filter(|busy| busy.start <= minute && minute < busy.end).count();
        others().map(|busy| at(busy.start.max(hold.start))).max().unwrap_or(0)
    }

    /// The bookings of every minute that has more than so many of these entries.
    pub fn beyond(&self, capacity: u32, counts: impl Fn(&Busy) -> bool) -> Vec<BookingId> {
        let counted: Vec<&Busy> = self.busy.iter().filter(|busy| counts(busy)).collect();
        let at = |minute: TimeOfDay| counted.iter().filter(move |busy| busy.start <= minute && minute < busy.end);
        let is_over = |minute: &TimeOfDay| at(*minute).count() > capacity as usize;
        let over = counted.iter().map(|busy| busy.start).filter(is_over);
        let mut bookings: Vec<BookingId> = over.flat_map(at).map(|busy| busy.booking_id.clone()).collect();
        bookings.sort();
        bookings.dedup();
        bookings
    }

    /// The entries that count now: an offer that has run out does not.
    pub fn live(&self, now: Instant) -> impl Iterator<Item = &Busy> {
        self.busy.iter().filter(move |busy| !busy.has_run_out(now))
    }

    /// Drops offers that have run out.
    pub fn sweep(&mut self, now: Instant) {
        self.busy.retain(|busy| !busy.has_run_out(now));
    }

    /// Records the intervals of one booking in place of those it had, even if they overlap (`open`), so that the ledger
    /// stays correct for a person shared with a staffed branch or after a change of policy.
    pub fn record(&mut self, entries: impl IntoIterator<Item = Busy>) {
        let entries: Vec<Busy> = entries.into_iter().collect();
        for busy in &entries {
            self.release(&busy.booking_id);
        }
        for busy in entries {
            if self.busy.len() < MAX_LISTED {
                let at = self.busy.partition_point(|other| other.start <= busy.start);
                self.busy.insert(at, busy);
            } else {
                self.crowd = union(self.crowd.iter().copied().chain([busy.hold()]));
            }
        }
    }

    /// Releases the booking's time, if it has any.
    pub fn release(&mut self, booking: &BookingId) -> bool {
        let count = |day: &Self| day.busy.len().saturating_add(day.over.len());
        let before = count(self);
        self.busy.retain(|busy| busy.booking_id != *booking);
        self.over.retain(|over| over != booking);
        count(self) < before
    }

    /// Releases the time of a visit that is over; it stays one of the day.
    pub fn end(&mut self, booking: &BookingId) {
        self.release(booking);
        if self.over.len() < MAX_LISTED {
            self.over.push(booking.clone());
        }
    }

    /// The bookings of the day, those that have ended without their time among them.
    pub fn bookings(&self) -> impl Iterator<Item = &BookingId> {
        self.busy.iter().map(|busy| &busy.booking_id).chain(&self.over)
    }

    /// Adds a block; adding it again has no effect.
    pub fn block(&mut self, block: Block) {
        self.unblock(&block.block_id.clone());
        self.blocks.push(block);
    }

    pub fn unblock(&mut self, id: &BlockId) -> bool {
        let before = self.blocks.len();
        self.blocks.retain(|block| block.block_id != *id);
        self.blocks.len() < before
    }

    pub fn give_leave(&mut self, id: LeaveId) {
        if !self.leave.contains(&id) {
            self.leave.push(id);
        }
    }

    pub fn take_back_leave(&mut self, id: &LeaveId) -> bool {
        let before = self.leave.len();
        self.leave.retain(|leave| leave != id);
        self.leave.len() < before
    }

    /// The confirmed bookings that overlap a block over `time`, each once.
    pub fn confirmed_over(&self, time: Interval) -> Vec<&BookingId> {
        let mut over = Vec::new();
        for busy in self.confirmed().filter(|busy| busy.hold().overlaps(time)) {
            if !over.contains(&&busy.booking_id) {
                over.push(&busy.booking_id);
            }
        }
        over
    }

    /// The intervals of the day's confirmed bookings, which a leave would overlap.
    pub fn confirmed(&self) -> impl Iterator<Item = &Busy> {
        self.busy.iter().filter(|busy| busy.is_confirmed)
    }

    pub fn busy(&self) -> &[Busy] {
        &self.busy
    }

    /// Whether time beyond the listed bookings is taken there.
    pub fn is_crowded(&self, time: Interval) -> bool {
        self.crowd.iter().any(|crowded| crowded.overlaps(time))
    }

    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    pub fn leave(&self) -> &[LeaveId] {
        &self.leave
    }

    pub fn is_on_leave(&self) -> bool {
        !self.leave.is_empty()
    }

    /// Minutes taken by bookings, buffers included, each minute counted once.
    pub fn booked_minutes(&self) -> Minutes {
        let booked = self.busy.iter().filter(|busy| !busy.is_offer()).map(Busy::hold);
        total_minutes(booked.chain(self.crowd.iter().copied()))
    }

    pub fn staff_id(&self) -> Option<&StaffId> {
        match &self.owner {
            LedgerOwner::Person(id) => Some(id),
            LedgerOwner::Resource(_) => None,
        }
    }

    /// Nothing is recorded: the item can be deleted.
    pub fn is_empty(&self) -> bool {
        self.exception.is_none()
            && self.leave.is_empty()
            && self.blocks.is_empty()
            && self.busy.is_empty()
            && self.crowd.is_empty()
            && self.over.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slots::spans::{span, spans};

    fn ledger() -> DayLedger {
        DayLedger::empty("meera".into(), "2026-11-17".parse().unwrap())
    }

    fn busy(booking: &str, time: &str) -> Busy {
        Busy::new(span(time), booking.into(), "blr".into(), true)
    }

    fn block(id: &str, time: &str) -> Block {
        Block::new(id.into(), span(time))
    }

    impl DayLedger {
        /// The rule of a staffed branch: record the time if it is free.
        pub(in crate::slots) fn claim(&mut self, busy: Busy) -> Result<(), Occupied> {
            match self.taken(busy.hold(), Some(&busy.booking_id), Instant::from_millis(0)) {
                Some(taken) => Err(taken),
                None => {
                    self.record([busy]);
                    Ok(())
                }
            }
        }
    }

    #[test]
    fn no_minute_is_booked_twice() {
        let mut day = ledger();
        assert_eq!(day.claim(busy("a", "10:00-11:10")), Ok(()));
        assert_eq!(day.claim(busy("b", "11:00-11:30")), Err(Occupied::Booked));
        assert_eq!(day.claim(busy("b", "11:10-11:30")), Ok(()));
        assert_eq!(day.booked_minutes(), Minutes(90));
    }

    #[test]
    fn a_booking_does_not_conflict_with_itself() {
        let mut day = ledger();
        day.claim(busy("a", "10:00-11:00")).unwrap();
        assert_eq!(day.claim(busy("a", "10:30-11:30")), Ok(()));
        assert_eq!(day.busy(), [busy("a", "10:30-11:30")]);
    }

    #[test]
    fn a_refused_claim_leaves_the_day_as_it_was() {
        let mut day = ledger();
        day.claim(busy("a", "10:00-11:00")).unwrap();
        day.claim(busy("b", "11:00-12:00")).unwrap();
        let before = day.clone();
        assert_eq!(day.claim(busy("a", "11:30-12:30")), Err(Occupied::Booked));
        assert_eq!(day, before);
    }

    #[test]
    fn an_open_branch_records_overlaps_and_a_staffed_one_sees_them() {
        let mut day = ledger();
        day.record([busy("a", "10:00-11:00")]);
        day.record([busy("b", "10:30-11:30")]);
        assert_eq!(day.claim(busy("c", "11:00-12:00")), Err(Occupied::Booked));
        assert!(day.release(&"b".into()));
        assert_eq!(day.claim(busy("c", "11:00-12:00")), Ok(()));
    }

    #[test]
    fn released_time_can_be_booked_again_and_a_second_release_has_no_effect() {
        let mut day = ledger();
        day.claim(busy("a", "10:00-11:00")).unwrap();
        assert!(day.release(&"a".into()));
        assert!(!day.release(&"a".into()));
        assert!(day.is_empty());
        assert_eq!(day.claim(busy("b", "10:00-11:00")), Ok(()));
    }

    #[test]
    fn blocks_and_leave_refuse_bookings_until_they_are_removed() {
        let mut day = ledger();
        day.block(block("tea", "16:00-16:30"));
        day.block(block("tea", "16:00-16:30"));
        assert_eq!(day.claim(busy("a", "15:45-16:01")), Err(Occupied::Blocked));
        assert_eq!(day.claim(busy("a", "15:45-16:00")), Ok(()));
        day.give_leave("l1".into());
        day.give_leave("l1".into());
        assert_eq!(day.claim(busy("b", "18:00-19:00")), Err(Occupied::OnLeave));
        assert!(day.take_back_leave(&"l1".into()) && day.unblock(&"tea".into()));
        assert!(!day.take_back_leave(&"l1".into()) && !day.unblock(&"tea".into()));
        assert_eq!(day.claim(busy("b", "16:00-17:00")), Ok(()));
    }

    #[test]
    fn only_confirmed_bookings_conflict_with_a_closure() {
        let mut day = ledger();
        day.claim(busy("confirmed", "10:00-11:00")).unwrap();
        day.claim(Busy::new(span("11:00-12:00"), "requested".into(), "blr".into(), false)).unwrap();
        day.claim(busy("later", "15:00-16:00")).unwrap();
        assert_eq!(day.confirmed_over(span("10:30-14:00")), [&BookingId::from("confirmed")]);
        assert_eq!(day.confirmed().count(), 2);
        day.claim(busy("requested", "11:00-12:00")).unwrap();
        assert_eq!(day.confirmed().count(), 3);
    }

    #[test]
    fn a_crowded_day_stays_small_and_loses_no_minute() {
        let mut day = ledger();
        for n in 0..5000 {
            day.record([busy(&format!("b{n}"), if n % 2 == 0 { "10:00-11:00" } else { "13:00-14:00" })]);
        }
        day.record([busy("late", "20:00-21:00")]);
        assert_eq!(day.busy().len(), MAX_LISTED);
        assert_eq!(day.crowd, spans(&["10:00-11:00", "13:00-14:00", "20:00-21:00"]));
        assert_eq!(day.claim(busy("c", "20:59-21:30")), Err(Occupied::Booked));
        assert!(serde_json::to_string(&day).unwrap().len() < 64 * 1024);
    }

    #[test]
    fn bookings_stand_in_the_order_of_their_start_and_then_of_their_coming() {
        let mut day = ledger();
        for (booking, time) in
            [("late", "12:00-13:00"), ("early", "10:00-11:00"), ("same", "10:00-10:30"), ("between", "11:00-12:00")]
        {
            day.record([busy(booking, time)]);
        }
        let order: Vec<&str> = day.busy().iter().map(|busy| busy.booking_id.as_str()).collect();
        assert_eq!(order, ["early", "same", "between", "late"]);
    }

    #[test]
    fn a_booking_has_several_intervals_and_gives_all_of_them_back() {
        let mut day = ledger();
        day.record([busy("colour", "10:00-10:30"), busy("colour", "11:00-11:30")]);
        assert_eq!(day.claim(busy("trim", "10:30-11:00")), Ok(()));
        assert_eq!(day.claim(busy("late", "11:15-12:00")), Err(Occupied::Booked));
        assert_eq!(day.confirmed_over(span("10:00-12:00")), [&BookingId::from("colour"), &"trim".into()]);
        day.record([busy("colour", "12:00-12:30")]);
        assert_eq!(day.booked_minutes(), Minutes(60));
        assert!(day.release(&"colour".into()));
        assert_eq!(day.busy(), [busy("trim", "10:30-11:00")]);
    }

    #[test]
    fn an_offer_holds_its_time_until_it_runs_out() {
        let (until, mut day) = (Instant::from_millis(1_000), ledger());
        day.record([Busy::offered(span("10:00-11:00"), "wish".into(), "blr".into(), until)]);
        let taken = |day: &DayLedger, now| day.taken(span("10:30-11:30"), None, Instant::from_millis(now));
        assert_eq!(taken(&day, 999), Some(Occupied::Booked));
        assert_eq!(taken(&day, 1_000), None);
        assert_eq!((day.live(Instant::from_millis(1_000)).count(), day.booked_minutes()), (0, Minutes(0)));
        day.sweep(Instant::from_millis(999));
        assert_eq!(day.busy().len(), 1);
        day.sweep(until);
        assert!(day.is_empty());
    }

    #[test]
    fn what_takes_several_at_once_is_full_where_one_minute_has_as_many() {
        let (mut day, now) = (ledger(), Instant::from_millis(0));
        day.record([busy("a", "10:00-11:00")]);
        day.record([busy("b", "10:30-11:30")]);
        day.record([busy("c", "12:00-13:00")]);
        let full = |time: &str, capacity| day.full(span(time), None, capacity, now).is_some();
        assert!(full("10:15-10:20", 1) && !full("10:15-10:20", 2));
        assert!(full("10:00-10:31", 2) && !full("10:00-10:30", 2) && full("09:00-14:00", 2));
        assert!(!full("09:00-14:00", 3) && !full("11:30-13:00", 2) && full("11:29-12:00", 1));
        assert_eq!(day.full(span("10:00-11:30"), Some(&"a".into()), 2, now), None);
    }

    #[test]
    fn what_takes_fewer_at_once_has_too_many_where_one_minute_has_more() {
        let mut day = ledger();
        for (booking, time) in [("a", "10:00-11:00"), ("b", "10:30-11:30"), ("c", "11:00-12:00"), ("d", "13:00-14:00")]
        {
            day.record([busy(booking, time)]);
        }
        let beyond = |capacity, without: &str| {
            let found = day.beyond(capacity, |busy| busy.booking_id.as_str() != without);
            found.iter().map(BookingId::as_str).collect::<Vec<_>>().join(" ")
        };
        assert_eq!((beyond(1, "").as_str(), beyond(2, "").as_str()), ("a b c", ""));
        assert_eq!((beyond(1, "b").as_str(), beyond(1, "a").as_str()), ("", "b c"));
    }

    #[test]
    fn a_visit_that_is_over_stays_one_of_the_day_without_its_time() {
        let mut day = ledger();
        day.record([busy("a", "10:00-10:30"), busy("a", "11:00-11:30")]);
        day.end(&"a".into());
        day.end(&"a".into());
        assert_eq!((day.booked_minutes(), day.busy()), (Minutes(0), &[][..]));
        assert_eq!(day.bookings().collect::<Vec<_>>(), [&BookingId::from("a")]);
        day.record([busy("a", "10:00-10:30")]);
        assert_eq!(day.bookings().count(), 1, "taken up again");
        day.end(&"a".into());
        assert!(day.release(&"a".into()) && day.is_empty());
    }

    #[test]
    fn whatever_is_recorded_keeps_the_day() {
        type Fill = fn(&mut DayLedger);
        let filled: [Fill; 6] = [
            |day| day.exception = Some(DayException::Off),
            |day| day.give_leave("l1".into()),
            |day| day.block(block("tea", "16:00-16:30")),
            |day| day.record([busy("a", "10:00-11:00")]),
            |day| day.crowd = spans(&["10:00-11:00"]),
            |day| day.end(&"a".into()),
        ];
        assert!(ledger().is_empty());
        for fill in filled {
            let mut day = ledger();
            fill(&mut day);
            assert!(!day.is_empty(), "{day:?}");
        }
    }

    #[test]
    fn a_day_shows_its_blocks_and_its_leave_once() {
        let mut day = ledger();
        assert!(!day.is_on_leave());
        for _ in 0..2 {
            day.block(block("tea", "16:00-16:30"));
            day.give_leave("l1".into());
        }
        assert_eq!(day.blocks(), [block("tea", "16:00-16:30")]);
        assert_eq!((day.leave(), day.is_on_leave()), (&["l1".into()][..], true));
    }
}
