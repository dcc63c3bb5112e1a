//! The date range of a report or a list.

use parlour_values::input::Problems;
use parlour_values::time::IstDate;

/// The longest range of one report.
const MAX_DAYS: i64 = 366;

/// Both days included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    pub from: IstDate,
    pub to: IstDate,
}

impl Range {
    /// Defaults to the current month; a missing `to` is the end of the current month, a missing `from` the start of
    /// `to`'s month.
    pub fn of(from: Option<IstDate>, to: Option<IstDate>, today: IstDate) -> Self {
        let month = today.calendar_month();
        match (from, to) {
            (Some(from), Some(to)) => Self { from, to },
            (Some(from), None) => {
                let to = month.last_day().min(from.plus_days(MAX_DAYS.unsigned_abs() - 1));
                Self { from, to: to.max(from) }
            }
            (None, Some(to)) => Self { from: to.calendar_month().first_day(), to },
            (None, None) => Self { from: month.first_day(), to: month.last_day() },
        }
    }

    /// Problems with the given ends.
    pub fn check(from: Option<IstDate>, to: Option<IstDate>, problems: &mut Problems) {
        if let (Some(from), Some(to)) = (from, to) {
            if to < from {
                problems.add("to", "must not be before from");
            } else if to.days_since(from) >= MAX_DAYS {
                problems.add("to", "must be within 366 days of from");
            }
        }
    }

    pub fn contains(self, day: IstDate) -> bool {
        self.from <= day && day <= self.to
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> IstDate {
        text.parse().unwrap()
    }

    fn range(from: Option<&str>, to: Option<&str>) -> (String, String) {
        let range = Range::of(from.map(day), to.map(day), day("2026-11-16"));
        (range.from.to_string(), range.to.to_string())
    }

    #[test]
    fn missing_ends_default_to_the_current_month() {
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(range(None, None), pair("2026-11-01", "2026-11-30"));
        assert_eq!(range(Some("2026-10-05"), None), pair("2026-10-05", "2026-11-30"));
        assert_eq!(range(Some("2027-01-05"), None), pair("2027-01-05", "2027-01-05"));
        assert_eq!(range(Some("2020-01-01"), None), pair("2020-01-01", "2020-12-31"));
        assert_eq!(range(None, Some("2026-11-10")), pair("2026-11-01", "2026-11-10"));
        assert_eq!(range(None, Some("2026-08-10")), pair("2026-08-01", "2026-08-10"));
    }
}
