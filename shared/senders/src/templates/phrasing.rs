//! Dates, times, durations and lists as the people who work here read them: in English. Gems in Hindi too, which letters of
//! both languages name.

use parlour_values::language::Language::English;
use parlour_values::time::{IstDate, Minutes, Month, TimeOfDay};
use parlour_values::wording;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

pub(super) use parlour_values::wording::count;

/// `1 जेम`, `2 जेम्स`.
pub fn gems_in_hindi(number: u64) -> String {
    format!("{number} {}", if number == 1 { "जेम" } else { "जेम्स" })
}

/// `Mon 16 Nov 2026`.
pub fn day(date: IstDate) -> String {
    wording::day(English, date)
}

/// `12:00 pm`.
pub fn time(time: TimeOfDay) -> String {
    wording::time(English, time)
}

/// `Mon 16 Nov 2026, 12:00 pm`.
pub fn day_and_time(date: IstDate, start: TimeOfDay) -> String {
    wording::day_and_time(English, date, start)
}

/// `November 2026`.
pub fn month(month: Month) -> String {
    let name = usize::try_from(month.month).ok().and_then(|number| MONTHS.get(number.checked_sub(1)?));
    format!("{} {}", name.copied().unwrap_or_default(), month.year)
}

/// One day by itself, two with `to` between.
pub fn days(from: IstDate, to: IstDate) -> String {
    if from == to { day(from) } else { format!("{} to {}", day(from), day(to)) }
}

/// `45 minutes`, `1 hour`, `2 hours 30 minutes`.
pub fn duration(minutes: Minutes) -> String {
    wording::duration(English, minutes)
}

/// `Haircut`, `Haircut and Facial`, `Haircut, Facial and Manicure`.
pub fn list(names: &[String]) -> String {
    wording::list(English, names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_and_spans_of_days_read_as_people_write_them() {
        let date: IstDate = "2026-11-16".parse().unwrap();
        assert_eq!(month("2026-01".parse().unwrap()), "January 2026");
        assert_eq!(days(date, date.plus_days(6)), "Mon 16 Nov 2026 to Sun 22 Nov 2026");
    }
}
