//! How far a customer is trusted to turn up.

/// No-shows after which each booking has to be approved.
const TOLERATED: u32 = 3;
/// Completed bookings in a row that earn the trust back.
const REDEEMING: u32 = 5;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoShowRecord {
    pub noshow_count: u32,
    pub consecutive_completed_bookings: u32,
    pub booking_requires_approval: bool,
    /// Approval was asked for because of no-shows, not by hand.
    pub by_no_shows: bool,
    /// Approval was asked for, and completed bookings in a row have lifted it.
    pub is_lifted: bool,
}

impl NoShowRecord {
    /// As many as somebody had elsewhere.
    #[must_use]
    pub fn brought_along(noshow_count: u32) -> Self {
        let asks = noshow_count >= TOLERATED;
        Self { noshow_count, booking_requires_approval: asks, by_no_shows: asks, ..Self::default() }
    }

    /// Of two who are one person: together they may be as many as neither had alone. Whether one's own row of completed
    /// bookings, or a manager, has lifted the approval stays as it is.
    #[must_use]
    pub fn joined(self, other: Self) -> Self {
        let noshow_count = self.noshow_count.saturating_add(other.noshow_count);
        let asks = self.booking_requires_approval || other.booking_requires_approval;
        let asks_now = !asks && noshow_count >= TOLERATED && self.noshow_count.max(other.noshow_count) < TOLERATED;
        Self {
            noshow_count,
            booking_requires_approval: asks || asks_now,
            by_no_shows: self.by_no_shows || other.by_no_shows || asks_now,
            ..self
        }
    }

    #[must_use]
    pub fn after_no_show(self) -> Self {
        let noshow_count = self.noshow_count.saturating_add(1);
        let asks_now = !self.booking_requires_approval && noshow_count >= TOLERATED;
        Self {
            noshow_count,
            consecutive_completed_bookings: 0,
            booking_requires_approval: self.booking_requires_approval || asks_now,
            by_no_shows: self.by_no_shows || asks_now,
            is_lifted: false,
        }
    }

    /// As if a no-show that ended a row of so many completed bookings had not been counted.
    #[must_use]
    pub fn without_no_show(self, ended_row: u32) -> Self {
        let noshow_count = self.noshow_count.saturating_sub(1);
        let in_a_row = self.consecutive_completed_bookings.saturating_add(ended_row);
        let was_its_doing = self.by_no_shows && noshow_count < TOLERATED;
        let undone = Self {
            noshow_count,
            consecutive_completed_bookings: in_a_row,
            booking_requires_approval: self.booking_requires_approval && !was_its_doing,
            by_no_shows: self.by_no_shows && !was_its_doing,
            is_lifted: self.is_lifted && !was_its_doing,
        };
        undone.judged()
    }

    /// As if a booking that was completed in the present row had not been.
    #[must_use]
    pub fn without_completed(self) -> Self {
        let in_a_row = self.consecutive_completed_bookings.saturating_sub(1);
        let comes_back = self.is_lifted && in_a_row < REDEEMING;
        Self {
            consecutive_completed_bookings: in_a_row,
            booking_requires_approval: self.booking_requires_approval || comes_back,
            is_lifted: self.is_lifted && !comes_back,
            ..self
        }
    }

    /// Enough completed bookings in a row lift the approval.
    fn judged(self) -> Self {
        let lifts = self.booking_requires_approval && self.consecutive_completed_bookings >= REDEEMING;
        Self {
            booking_requires_approval: self.booking_requires_approval && !lifts,
            is_lifted: self.is_lifted || lifts,
            ..self
        }
    }

    #[must_use]
    pub fn after_completed(self) -> Self {
        let in_a_row = self.consecutive_completed_bookings.saturating_add(1);
        Self { consecutive_completed_bookings: in_a_row, ..self }.judged()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(count: usize, start: NoShowRecord, step: fn(NoShowRecord) -> NoShowRecord) -> NoShowRecord {
        (0..count).fold(start, |no_shows, _| step(no_shows))
    }

    #[test]
    fn the_third_no_show_asks_for_approval() {
        let twice = times(2, NoShowRecord::default(), NoShowRecord::after_no_show);
        assert_eq!(twice, NoShowRecord { noshow_count: 2, ..NoShowRecord::default() });
        let thrice = twice.after_no_show();
        assert_eq!(
            thrice,
            NoShowRecord {
                noshow_count: 3,
                booking_requires_approval: true,
                by_no_shows: true,
                ..NoShowRecord::default()
            }
        );
    }

    #[test]
    fn no_shows_from_elsewhere_count_like_those_here() {
        let brought = NoShowRecord::brought_along;
        assert_eq!(brought(2), times(2, NoShowRecord::default(), NoShowRecord::after_no_show));
        assert_eq!(brought(3), times(3, NoShowRecord::default(), NoShowRecord::after_no_show));
        assert!(times(5, brought(5), NoShowRecord::after_completed).is_lifted);
    }

    #[test]
    fn two_who_are_one_have_all_of_both() {
        let had = |count| times(count, NoShowRecord::default(), NoShowRecord::after_no_show);
        let joined = had(2).joined(had(2));
        assert_eq!((joined.noshow_count, joined.booking_requires_approval, joined.by_no_shows), (4, true, true));
        assert!(!had(1).joined(had(1)).booking_requires_approval);
        assert!(had(0).joined(had(3)).booking_requires_approval);
        let lifted = times(5, had(3), NoShowRecord::after_completed);
        assert!(!lifted.joined(had(1)).booking_requires_approval, "five in a row have lifted it");
    }

    #[test]
    fn five_completed_in_a_row_lift_it() {
        let distrusted = times(3, NoShowRecord::default(), NoShowRecord::after_no_show);
        let four = times(4, distrusted, NoShowRecord::after_completed);
        assert!(four.booking_requires_approval);
        let five = four.after_completed();
        assert_eq!(
            five,
            NoShowRecord {
                noshow_count: 3,
                consecutive_completed_bookings: 5,
                booking_requires_approval: false,
                by_no_shows: true,
                is_lifted: true,
            }
        );
    }

    #[test]
    fn a_no_show_starts_the_row_again() {
        let distrusted = times(3, NoShowRecord::default(), NoShowRecord::after_no_show);
        let almost = times(4, distrusted, NoShowRecord::after_completed).after_no_show();
        assert_eq!(almost.consecutive_completed_bookings, 0);
        assert!(times(4, almost, NoShowRecord::after_completed).booking_requires_approval);
        assert!(!times(5, almost, NoShowRecord::after_completed).booking_requires_approval);
    }

    #[test]
    fn once_lifted_the_next_no_show_brings_it_back() {
        let distrusted = times(3, NoShowRecord::default(), NoShowRecord::after_no_show);
        let lifted = times(5, distrusted, NoShowRecord::after_completed);
        assert!(lifted.after_no_show().booking_requires_approval);
    }

    #[test]
    fn what_is_taken_back_leaves_no_trace_in_any_order() {
        let twice = times(2, NoShowRecord::default(), NoShowRecord::after_no_show);
        let came = times(4, twice, NoShowRecord::after_completed);
        let thrice = came.after_no_show();
        assert_eq!(thrice.without_no_show(4), came);
        assert_eq!(thrice.after_completed().without_no_show(4), came.after_completed());
        let four = thrice.after_no_show();
        assert!(four.without_no_show(0).booking_requires_approval, "three are left");
        assert_eq!(four.without_no_show(0).without_no_show(4), came);
        assert_eq!(four.without_no_show(4).without_no_show(0), came);
        let trusted = times(5, thrice, NoShowRecord::after_completed);
        assert!(trusted.without_completed().booking_requires_approval, "the fifth had lifted it");
        assert!(!trusted.after_completed().without_completed().booking_requires_approval, "five are left");
        assert!(trusted.after_completed().without_completed().without_completed().booking_requires_approval);
        let by_hand = NoShowRecord { booking_requires_approval: true, ..NoShowRecord::default() };
        let missed = times(3, by_hand, NoShowRecord::after_no_show);
        assert!(missed.without_no_show(0).booking_requires_approval, "the manager had asked for it");
    }
}
