//! The changes a customer could make to their booking now.

use super::Booking;
use super::rules::{ChangeRules, RescheduleRefusal};
use super::status::Action;
use crate::slots::day::has_begun;
use parlour_setup::branches::Branch;
use parlour_values::time::Instant;

impl Booking {
    /// Why they may not move it any more, where they may not.
    pub fn not_to_be_moved(&self, branch: Option<&Branch>, now: Instant) -> Option<RescheduleRefusal> {
        let rules = branch.map(ChangeRules::of).unwrap_or_default();
        rules.may_reschedule(self.status, self.own_moves(), self.starts_at(), now).err()
    }

    /// Whether they may still move it, to a time that is free.
    pub fn may_be_moved(&self, branch: Option<&Branch>, now: Instant) -> bool {
        self.not_to_be_moved(branch, now).is_none()
    }

    /// Whether they may still cancel it, however late.
    pub fn may_be_cancelled(&self, now: Instant) -> bool {
        self.status.after(Action::CancelByCustomer).is_ok() && !has_begun(self.date, self.start, now)
    }
}

#[cfg(test)]
mod tests {
    use super::super::new_booking::tests::requested;
    use super::super::status::BookingStatus;
    use super::*;

    #[test]
    fn it_is_moved_until_two_hours_before_and_cancelled_until_it_begins() {
        for (now, moved, cancelled) in [
            ("2026-11-16T09:00:00+05:30", true, true),
            ("2026-11-16T09:00:01+05:30", false, true),
            ("2026-11-16T10:59:00+05:30", false, true),
            ("2026-11-16T11:00:00+05:30", false, false),
        ] {
            let (booking, now) = (requested(), now.parse().unwrap());
            assert_eq!((booking.may_be_moved(None, now), booking.may_be_cancelled(now)), (moved, cancelled), "{now}");
            let over = Booking { status: BookingStatus::Cancelled, ..booking };
            assert!(!over.may_be_moved(None, now) && !over.may_be_cancelled(now));
        }
    }
}
