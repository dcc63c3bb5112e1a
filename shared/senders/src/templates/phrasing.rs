//! Dates, times, durations and lists as people write them.

use parlour_values::time::{IstDate, Minutes, Month, TimeOfDay};

const WEEKDAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const LONG_MONTHS: [&str; 12] = [
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

/// `Mon 16 Nov 2026`.
pub fn day(date: IstDate) -> String {
    let weekday = named(&WEEKDAYS, date.weekday());
    format!("{weekday} {} {} {}", date.day(), named(&MONTHS, date.month()), date.year())
}

/// `12:00 pm`.
pub fn time(time: TimeOfDay) -> String {
    let (hour, minute) = (time.minutes() / 60 % 24, time.minutes() % 60);
    let twelve = if hour % 12 == 0 { 12 } else { hour % 12 };
    format!("{twelve}:{minute:02} {}", if hour < 12 { "am" } else { "pm" })
}

/// `Mon 16 Nov 2026, 12:00 pm`.
pub fn day_and_time(date: IstDate, start: TimeOfDay) -> String {
    format!("{}, {}", day(date), time(start))
}

/// `November 2026`.
pub fn month(month: Month) -> String {
    format!("{} {}", named(&LONG_MONTHS, month.month), month.year)
}

/// One day by itself, two with `to` between.
pub fn days(from: IstDate, to: IstDate) -> String {
    if from == to { day(from) } else { format!("{} to {}", day(from), day(to)) }
}

/// `45 minutes`, `1 hour`, `2 hours 30 minutes`.
pub fn duration(minutes: Minutes) -> String {
    let (hours, rest) = (minutes.0 / 60, minutes.0 % 60);
    match (hours, rest) {
        (0, _) => count(u64::from(rest), "minute"),
        (_, 0) => count(u64::from(hours), "hour"),
        _ => format!("{} {}", count(u64::from(hours), "hour"), count(u64::from(rest), "minute")),
    }
}

/// `1 gem`, `2 gems`.
pub fn count(number: u64, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

/// `Haircut`, `Haircut and Facial`, `Haircut, Facial and Manicure`.
pub fn list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn named(names: &'static [&'static str], number: u32) -> &'static str {
    usize::try_from(number).ok().and_then(|number| names.get(number.checked_sub(1)?)).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_times_read_as_people_write_them() {
        let date = "2026-11-16".parse().unwrap();
        for (clock, text) in [
            ("12:00", "Mon 16 Nov 2026, 12:00 pm"),
            ("00:05", "Mon 16 Nov 2026, 12:05 am"),
            ("09:30", "Mon 16 Nov 2026, 9:30 am"),
            ("20:30", "Mon 16 Nov 2026, 8:30 pm"),
        ] {
            assert_eq!(day_and_time(date, clock.parse().unwrap()), text);
        }
        assert_eq!(time(TimeOfDay::END_OF_DAY), "12:00 am");
        assert_eq!(month("2026-01".parse().unwrap()), "January 2026");
        assert_eq!(days(date, date.plus_days(6)), "Mon 16 Nov 2026 to Sun 22 Nov 2026");
    }

    #[test]
    fn durations_and_counts_agree_with_their_numbers() {
        for (minutes, text) in
            [(0, "0 minutes"), (1, "1 minute"), (45, "45 minutes"), (60, "1 hour"), (150, "2 hours 30 minutes")]
        {
            assert_eq!(duration(Minutes(minutes)), text);
        }
        assert_eq!((count(1, "gem"), count(12, "gem")), ("1 gem".to_owned(), "12 gems".to_owned()));
    }

    #[test]
    fn lists_end_in_and() {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        assert_eq!(list(&names(&["Haircut"])), "Haircut");
        assert_eq!(list(&names(&["Haircut", "Facial", "Manicure"])), "Haircut, Facial and Manicure");
        assert_eq!(list(&[]), "");
    }
}
