//! When a branch is open, by weekday.

use parlour_pages::{Words, format};
use parlour_setup::branches::WeekdayHoursView;

/// Weekdays in a row that have the same hours.
#[derive(Debug, PartialEq, Eq)]
pub struct WeekdayRange {
    first: WeekdayHoursView,
    last: u32,
}

/// As schema.org writes weekdays.
const SHORT: [&str; 7] = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];

/// A week in as few lines as it takes.
pub fn week(hours: &[WeekdayHoursView]) -> Vec<WeekdayRange> {
    let mut week: Vec<WeekdayRange> = Vec::new();
    for day in hours {
        match week.last_mut() {
            Some(days) if (days.first.open, days.first.close) == (day.open, day.close) => days.last = day.weekday,
            _ => week.push(WeekdayRange { first: *day, last: day.weekday }),
        }
    }
    week
}

impl WeekdayRange {
    /// `Every day`, `Mon to Fri`, `Sun`.
    pub fn names(&self, words: &Words) -> String {
        let name = |number| format::weekday_number(words, number).to_owned();
        match (self.first.weekday, self.last) {
            (1, 7) => words.every_day(),
            (first, last) if first == last => name(first),
            (first, last) => words.days_from_to(name(first), name(last)),
        }
    }

    /// `10:00 am to 9:00 pm`, or that it is closed.
    pub fn times(&self, words: &Words) -> String {
        let times = self.first.open.zip(self.first.close);
        times.map_or_else(|| words.why_closed(), |(open, close)| format::hours(words, open, close))
    }

    /// `Mo-Fr 10:00-21:00`, where it is open.
    pub fn machine_readable(&self) -> Option<String> {
        let short = |number: u32| SHORT.get(usize::try_from(number).ok()?.checked_sub(1)?);
        let (first, last) = (short(self.first.weekday)?, short(self.last)?);
        let days = if first == last { (*first).to_owned() } else { format!("{first}-{last}") };
        let (open, close) = self.first.open.zip(self.first.close)?;
        Some(format!("{days} {open}-{close}"))
    }
}

/// A week in one line: `Mon to Sat 10:00 am to 9:00 pm, Sun closed`; without the days where all are alike.
pub fn in_a_line(words: &Words, hours: &[WeekdayHoursView]) -> String {
    match week(hours).as_slice() {
        [all] => all.times(words),
        several => {
            let told: Vec<String> =
                several.iter().map(|days| format!("{} {}", days.names(words), days.times(words))).collect();
            told.join(", ")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_setup::branches::{Branch, PublicBranch, WeekdayHours};
    use parlour_values::time::Interval;

    fn told(hours: Vec<WeekdayHours>) -> (String, Vec<Option<String>>) {
        let branch = PublicBranch::from(&Branch { hours, ..Branch::sample() });
        let machine_readable = week(&branch.hours).iter().map(WeekdayRange::machine_readable).collect();
        (in_a_line(&Words::english(), &branch.hours), machine_readable)
    }

    #[test]
    fn days_in_a_row_with_the_same_hours_are_one_line() {
        assert_eq!(told(vec![]), ("9:00 am to 9:00 pm".to_owned(), vec![Some("Mo-Su 09:00-21:00".to_owned())]));
        let short = Interval { start: "10:00".parse().unwrap(), end: "14:00".parse().unwrap() };
        let hours = vec![WeekdayHours { weekday: 6, opening: Some(short) }, WeekdayHours { weekday: 7, opening: None }];
        let (line, machine_readable) = told(hours);
        assert_eq!(line, "Mon to Fri 9:00 am to 9:00 pm, Sat 10:00 am to 2:00 pm, Sun closed");
        assert_eq!(machine_readable, [Some("Mo-Fr 09:00-21:00".to_owned()), Some("Sa 10:00-14:00".to_owned()), None]);
    }
}
