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
}

impl NoShowRecord {
    #[must_use]
    pub fn after_no_show(self) -> Self {
        let noshow_count = self.noshow_count.saturating_add(1);
        Self {
            noshow_count,
            consecutive_completed_bookings: 0,
            booking_requires_approval: self.booking_requires_approval || noshow_count >= TOLERATED,
        }
    }

    #[must_use]
    pub fn after_completed(self) -> Self {
        let in_a_row = self.consecutive_completed_bookings.saturating_add(1);
        Self {
            consecutive_completed_bookings: in_a_row,
            booking_requires_approval: self.booking_requires_approval && in_a_row < REDEEMING,
            ..self
        }
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
            NoShowRecord { noshow_count: 3, consecutive_completed_bookings: 0, booking_requires_approval: true }
        );
    }

    #[test]
    fn five_completed_in_a_row_lift_it() {
        let distrusted = times(3, NoShowRecord::default(), NoShowRecord::after_no_show);
        let four = times(4, distrusted, NoShowRecord::after_completed);
        assert!(four.booking_requires_approval);
        let five = four.after_completed();
        assert_eq!(
            five,
            NoShowRecord { noshow_count: 3, consecutive_completed_bookings: 5, booking_requires_approval: false }
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
}
