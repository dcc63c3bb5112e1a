//! The days of a report, and those they are compared with.

use parlour_money::reports::Range;
use parlour_pages::{Words, format};
use parlour_values::time::IstDate;

/// Whether a report counts days that are still ahead, such as bookings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ahead {
    Counts,
    Empty,
}

/// The period before: of a calendar month the month before, else as many days. A period that is still running is compared
/// with as much of the one before, unless what is ahead counts already.
pub fn before(range: Range, today: IstDate, ahead: Ahead) -> Range {
    let seen = match ahead {
        Ahead::Counts => range.to,
        Ahead::Empty => range.to.min(today).max(range.from),
    };
    let days = seen.days_since(range.from).unsigned_abs();
    let month = range.from.calendar_month();
    if (range.from, range.to) == (month.first_day(), month.last_day()) {
        let (first, last) = (month.previous().first_day(), month.previous().last_day());
        let to = if seen == range.to { last } else { first.plus_days(days).min(last) };
        return Range { from: first, to };
    }
    Range { from: range.from.minus_days(days.saturating_add(1)), to: range.from.minus_days(1) }
}

/// Whether nothing more will come of it.
pub fn is_over(range: Range, today: IstDate) -> bool {
    range.to < today
}

/// `1 Nov 2026 to 30 Nov 2026`.
pub fn told(words: &Words, range: Range) -> String {
    if range.from == range.to {
        return format::full_date(words, range.from);
    }
    format!("{} to {}", format::full_date(words, range.from), format::full_date(words, range.to))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(from: &str, to: &str) -> Range {
        Range { from: from.parse().unwrap(), to: to.parse().unwrap() }
    }

    #[test]
    fn a_month_is_compared_with_the_one_before_and_a_running_one_with_as_much_of_it() {
        let today = "2026-11-16".parse().unwrap();
        let november = range("2026-11-01", "2026-11-30");
        assert_eq!(before(november, today, Ahead::Empty), range("2026-10-01", "2026-10-16"));
        assert_eq!(before(november, today, Ahead::Counts), range("2026-10-01", "2026-10-31"));
        let march = range("2026-03-01", "2026-03-31");
        assert_eq!(before(march, today, Ahead::Empty), range("2026-02-01", "2026-02-28"));
        // The last days of a month that is longer than the one before.
        assert_eq!(before(march, "2026-03-30".parse().unwrap(), Ahead::Empty), range("2026-02-01", "2026-02-28"));
    }

    #[test]
    fn other_days_are_compared_with_as_many_before_them() {
        let today = "2026-11-16".parse().unwrap();
        assert_eq!(before(range("2026-11-03", "2026-11-09"), today, Ahead::Empty), range("2026-10-27", "2026-11-02"));
        assert_eq!(before(range("2026-11-14", "2026-11-20"), today, Ahead::Empty), range("2026-11-11", "2026-11-13"));
        assert_eq!(before(range("2026-12-01", "2026-12-02"), today, Ahead::Empty), range("2026-11-30", "2026-11-30"));
    }
}
