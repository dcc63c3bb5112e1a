//! One person's day: bookings, blocks and leave. It is one item, so that a booking and the time it takes are written
//! together and a concurrent booking fails its version condition.

mod row;

use row::DayRow;
use serde::{Deserialize, Serialize};

use super::roster::DayException;
use parlour_values::id::{BlockId, BookingId, BranchId, LeaveId, StaffId};
use parlour_values::time::interval::{Interval, total_minutes, union};
use parlour_values::time::{IstDate, Minutes, TimeOfDay};

/// The most bookings listed individually in a day; no real day comes near. Beyond it (an open branch that keeps booking
/// one person) further time is only marked as taken, so that the item stays small.
const MAX_LISTED_BOOKINGS: usize = 300;

/// A booking's time on a person's day: the services and the buffer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Busy {
    start: TimeOfDay,
    end: TimeOfDay,
    pub booking_id: BookingId,
    pub branch_id: BranchId,
    /// Confirmed to the customer: closures and leave may not overlap it. A request that is only assigned to somebody
    /// holds the time, but does not prevent them.
    pub is_confirmed: bool,
}

impl Busy {
    pub fn new(hold: Interval, booking_id: BookingId, branch_id: BranchId, is_confirmed: bool) -> Self {
        Self { start: hold.start, end: hold.end, booking_id, branch_id, is_confirmed }
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

/// Why the person cannot take the time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Occupied {
    OnLeave,
    Blocked,
    Booked,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "DayRow", into = "DayRow")]
pub struct DayLedger {
    pub staff_id: StaffId,
    pub date: IstDate,
    pub exception: Option<DayException>,
    leave: Vec<LeaveId>,
    blocks: Vec<Block>,
    busy: Vec<Busy>,
    /// Time of bookings beyond the listed ones; never released.
    crowd: Vec<Interval>,
}

impl DayLedger {
    pub fn empty(staff_id: StaffId, date: IstDate) -> Self {
        Self { staff_id, date, exception: None, leave: vec![], blocks: vec![], busy: vec![], crowd: vec![] }
    }

    /// Why `hold` cannot be taken, the most lasting reason first; the booking's own time does not count.
    pub fn taken(&self, hold: Interval, own: Option<&BookingId>) -> Option<Occupied> {
        if !self.leave.is_empty() {
            Some(Occupied::OnLeave)
        } else if self.blocks.iter().any(|block| block.time().overlaps(hold)) {
            Some(Occupied::Blocked)
        } else if self.is_crowded(hold)
            || self.busy.iter().any(|busy| Some(&busy.booking_id) != own && busy.hold().overlaps(hold))
        {
            Some(Occupied::Booked)
        } else {
            None
        }
    }

    /// Records the time even if it overlaps (`open`), so that the ledger stays correct for a person shared with a
    /// staffed branch or after a change of policy.
    pub fn record(&mut self, busy: Busy) {
        self.release(&busy.booking_id);
        if self.busy.len() < MAX_LISTED_BOOKINGS {
            let at = self.busy.partition_point(|other| other.start <= busy.start);
            self.busy.insert(at, busy);
        } else {
            self.crowd = union(self.crowd.iter().copied().chain([busy.hold()]));
        }
    }

    /// Releases the booking's time, if it has any.
    pub fn release(&mut self, booking: &BookingId) -> bool {
        let before = self.busy.len();
        self.busy.retain(|busy| busy.booking_id != *booking);
        self.busy.len() < before
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

    /// The confirmed bookings that overlap a block over `time`.
    pub fn confirmed_over(&self, time: Interval) -> Vec<&BookingId> {
        self.confirmed().filter(|busy| busy.hold().overlaps(time)).map(|busy| &busy.booking_id).collect()
    }

    /// The confirmed bookings of the day, which a leave would overlap.
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
        total_minutes(self.busy.iter().map(Busy::hold).chain(self.crowd.iter().copied()))
    }

    /// Nothing is recorded: the item can be deleted.
    pub fn is_empty(&self) -> bool {
        self.exception.is_none()
            && self.leave.is_empty()
            && self.blocks.is_empty()
            && self.busy.is_empty()
            && self.crowd.is_empty()
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
        /// What a staffed branch does: record the time if it is free.
        pub(in crate::slots) fn claim(&mut self, busy: Busy) -> Result<(), Occupied> {
            match self.taken(busy.hold(), Some(&busy.booking_id)) {
                Some(taken) => Err(taken),
                None => {
                    self.record(busy);
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
        day.record(busy("a", "10:00-11:00"));
        day.record(busy("b", "10:30-11:30"));
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
            day.record(busy(&format!("b{n}"), if n % 2 == 0 { "10:00-11:00" } else { "13:00-14:00" }));
        }
        day.record(busy("late", "20:00-21:00"));
        assert_eq!(day.busy().len(), MAX_LISTED_BOOKINGS);
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
            day.record(busy(booking, time));
        }
        let order: Vec<&str> = day.busy().iter().map(|busy| busy.booking_id.as_str()).collect();
        assert_eq!(order, ["early", "same", "between", "late"]);
    }

    #[test]
    fn whatever_is_recorded_keeps_the_day() {
        type Fill = fn(&mut DayLedger);
        let filled: [Fill; 5] = [
            |day| day.exception = Some(DayException::Off),
            |day| day.give_leave("l1".into()),
            |day| day.block(block("tea", "16:00-16:30")),
            |day| day.record(busy("a", "10:00-11:00")),
            |day| day.crowd = spans(&["10:00-11:00"]),
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
